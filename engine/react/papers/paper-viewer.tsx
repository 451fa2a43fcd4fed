/** Shows the files of an item in the page: a tab for each, with tools to zoom, turn and download. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import {
  IconAlertTriangle,
  IconArrowAutofitWidth,
  IconDownload,
  IconFile,
  IconMinus,
  IconPlus,
  IconRotateClockwise,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { pageMessages } from '../../locales/page.ts';
import { paperMessages } from '../../locales/papers.ts';
import type { FileReference } from '../../portal/model/record.ts';
import { sayProblem } from '../api/problem.ts';
import { text } from '../language/text.ts';
import { Notice, Placeholder } from '../page/feedback.tsx';
import { LazyPart } from '../loading/lazy-part.tsx';
import { onUse } from '../loading/on-use.tsx';
import { Icon } from '../theme/icon.tsx';
import { type PaperContent, useBlobAddress, useFileContent } from './file-content.ts';
import { asItIs, type PaperView, turned, zoomed } from './paper-view.ts';
import styles from './papers.module.css';
import { PicturePaper } from './picture-paper.tsx';

const PdfPaper = onUse(async () => (await import('./pdf-paper.tsx')).PdfPaper);

/** What the browser can show: PDFs, and pictures of the formats that every browser decodes. */
function kindOf(type: string): 'pdf' | 'picture' | null {
  if (type === 'application/pdf') return 'pdf';
  return /^image\/(png|jpeg|gif|webp)$/.test(type) ? 'picture' : null;
}

interface PaperViewerProps {
  /** Of the item. */
  readonly title: string;
  readonly files: readonly FileReference[];
}

export function PaperViewer({ title, files }: PaperViewerProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const file = files.find(({ id }) => id === chosen) ?? files[0];
  if (file === undefined) return null;
  return (
    <section className={styles.viewer} aria-label={text(paperMessages.paperOf, { title })}>
      {files.length > 1 && (
        <ul className={styles.files} aria-label={text(paperMessages.files)}>
          {files.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                data-file
                aria-pressed={one.id === file.id}
                onClick={() => setChosen(one.id)}
              >
                {one.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ShownFile key={file.id} file={file} />
    </section>
  );
}

function ShownFile({ file }: { readonly file: FileReference }) {
  const [content, retry] = useFileContent(file);
  const [view, setView] = useState<PaperView>(asItIs);
  const [shown, setShown] = useState(1);
  const [isBroken, setIsBroken] = useState(false);
  const kind = kindOf(file.type);
  // While the file is read. If it fails, the page says so where the paper would be.
  useEffect(() => {
    if (kind === 'pdf') void PdfPaper.prepare().catch(() => {});
  }, [kind]);
  const zoom = useCallback((factor: number, steps: number) => {
    setView((now) => zoomed(now, factor, steps));
  }, []);
  const isShown = kind !== null && content.state === 'there' && !isBroken;
  const shared = {
    name: file.name,
    view,
    onZoom: zoom,
    onScale: setShown,
    onBroken: () => setIsBroken(true),
  };
  return (
    <>
      <div className={styles.tools} role="toolbar" aria-label={text(paperMessages.tools)}>
        <span className={styles.name}>{file.name}</span>
        {isShown && (
          <>
            <Tool
              icon={IconMinus}
              keys="-"
              label={text(paperMessages.zoomOut)}
              onClick={() => zoom(shown, -1)}
            />
            <Tool
              icon={IconPlus}
              keys="+"
              label={text(paperMessages.zoomIn)}
              onClick={() => zoom(shown, 1)}
            />
            <Tool
              icon={IconArrowAutofitWidth}
              keys="0"
              label={text(paperMessages.fitWidth)}
              onClick={() => setView({ ...view, zoom: 'fit' })}
            />
            <Tool
              icon={IconRotateClockwise}
              keys="t"
              label={text(paperMessages.turn)}
              onClick={() => setView(turned(view))}
            />
          </>
        )}
        {content.state === 'there' && <Download blob={content.blob} name={file.name} />}
      </div>
      {kind === null || isBroken || content.state !== 'there' ? (
        <Instead {...{ file, content, retry, isBroken, isKnown: kind !== null }} />
      ) : (
        <LazyPart waiting={<Placeholder />}>
          {kind === 'pdf' ? (
            <PdfPaper {...{ blob: content.blob, ...shared }} />
          ) : (
            <PicturePaper {...{ blob: content.blob, ...shared }} />
          )}
        </LazyPart>
      )}
    </>
  );
}

interface InsteadProps {
  readonly file: FileReference;
  readonly content: PaperContent;
  readonly retry: () => void;
  /** Its bytes cannot be shown. */
  readonly isBroken: boolean;
  /** Its type can be shown. */
  readonly isKnown: boolean;
}

/** In place of a paper that is loading or cannot be shown. */
function Instead({ file, content, retry, isBroken, isKnown }: InsteadProps): ReactNode {
  if (content.state === 'failed') {
    return (
      <Notice
        icon={IconAlertTriangle}
        heading={text(paperMessages.notLoaded)}
        isUrgent
        action={
          <Button variant="default" onClick={retry}>
            {text(pageMessages.tryAgain)}
          </Button>
        }
      >
        {sayProblem(content.problem)}
      </Notice>
    );
  }
  if (!isKnown) {
    return (
      <Notice icon={IconFile} heading={text(paperMessages.notShown)}>
        {text(paperMessages.notShownHelp, { name: file.name })}
      </Notice>
    );
  }
  if (!isBroken) return <Placeholder />;
  return (
    <Notice icon={IconAlertTriangle} heading={text(paperMessages.broken)} isUrgent>
      {text(paperMessages.brokenHelp)}
    </Notice>
  );
}

interface ToolProps {
  readonly icon: TablerIcon;
  /** The key that presses it. */
  readonly keys: string;
  readonly label: string;
  readonly onClick: () => void;
}

function Tool({ icon, keys, label, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      data-key={keys}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys})`}
      onClick={onClick}
    >
      <Icon of={icon} size={18} />
    </button>
  );
}

function Download({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const address = useBlobAddress(blob);
  if (address === null) return null;
  return (
    <a
      className={styles.tool}
      href={address}
      download={name}
      aria-label={text(paperMessages.downloadNamed, { name })}
      title={text(paperMessages.download)}
    >
      <Icon of={IconDownload} size={18} />
    </a>
  );
}
