/** The photo on a card. Without a photo: a frame to paste one in, or nothing if this reader may not see it. */
import { useEffect, useState } from 'react';
import { usePortal } from '../portal-context.ts';
import { text } from '../text.ts';
import styles from './document-sheet.module.css';
import { documentMessages } from '../../locales/documents.ts';

export function SheetPhoto({ file }: { readonly file: string | null }) {
  const { client } = usePortal();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return undefined;
    let isHere = true;
    void client.send('POST /files/:id/link', { params: { id: file } }).then((result) => {
      if (isHere && result.ok) setUrl(result.value.url);
    });
    return () => void (isHere = false);
  }, [client, file]);
  return (
    <div className={styles.photo}>
      {url === null ? (
        <span>{text(documentMessages.photo)}</span>
      ) : (
        <img src={url} alt={text(documentMessages.photoOfHolder)} />
      )}
    </div>
  );
}
