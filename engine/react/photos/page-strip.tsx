/** The pages in their order: one is chosen to be edited, moved or removed. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { photoMessages } from '../../locales/photos.ts';
import { text } from '../language/text.ts';
import { Icon } from '../theme/icon.tsx';
import styles from './photo-editor.module.css';
import type { PhotoPage } from './use-photo-pages.ts';

interface PageStripProps {
  readonly pages: readonly PhotoPage[];
  readonly chosen: PhotoPage;
  readonly onChoose: (page: PhotoPage) => void;
}

export function PageStrip({ pages, chosen, onChoose }: PageStripProps) {
  return (
    <ol className={styles.strip} aria-label={text(photoMessages.pages)}>
      {pages.map((page, index) => (
        <li key={page.id}>
          <button
            type="button"
            className={styles.page}
            aria-label={text(photoMessages.page, { page: index + 1 })}
            aria-current={page.id === chosen.id}
            onClick={() => onChoose(page)}
          >
            {page.isBroken ? (
              <Icon of={IconAlertTriangle} />
            ) : (
              <Thumbnail picture={page.made?.thumbnail ?? null} />
            )}
            <span>{index + 1}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Thumbnail({ picture }: { readonly picture: ImageBitmap | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (picture !== null) canvas.current?.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  const { width = 60, height = 80 } = picture ?? {};
  return (
    <canvas ref={canvas} width={width} height={height} aria-hidden="true" data-ready={picture !== null} />
  );
}
