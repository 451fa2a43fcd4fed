/** An issued document as the printed sheet, with its actions above it. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { layOutDocument, type DocumentPage } from '../../portal/documents/document-layout.ts';
import type { WireSheet } from '../../contract/documents.ts';
import type { Problem } from '../api/problem.ts';
import { ProblemAlert } from '../page/problem-alert.tsx';
import { usePortal } from '../portal-context.ts';
import { text } from '../text.ts';
import styles from './document-sheet.module.css';
import { MarkdownText } from './markdown-text.tsx';
import { QrCode } from './qr-code.tsx';
import { SheetBlock } from './sheet-block.tsx';
import { documentMessages } from '../../locales/documents.ts';

export function DocumentSheet({ sheet }: { readonly sheet: WireSheet }) {
  const { content, verdict } = sheet;
  const pages = layOutDocument(content);
  return (
    <section className={styles.document} aria-label={`${sheet.title} ${sheet.number ?? ''}`.trim()}>
      <SheetActions sheet={sheet} />
      {pages.map((page, at) => (
        <article
          key={at}
          className={styles.sheet}
          data-sheet
          data-paper={content.paper}
          data-density={densityOf(page)}
          data-mark={verdict === 'valid' ? undefined : verdict}
          style={page.color === null ? undefined : { background: page.color }}
        >
          {page.body.map((block, index) => (
            <SheetBlock key={index} block={block} />
          ))}
          <Foot page={page} address={sheet.address} />
        </article>
      ))}
    </section>
  );
}

function Foot({ page: { foot }, address }: { readonly page: DocumentPage; readonly address: string }) {
  if (foot.qr === null && foot.fine.length === 0) return null;
  return (
    <footer className={styles.foot}>
      {foot.qr !== null && <QrCode content={address} />}
      <div>
        {foot.qr !== null && foot.qr !== '' && <p>{foot.qr}</p>}
        {foot.fine.map(({ body }, at) => (
          <MarkdownText key={at} body={body} />
        ))}
      </div>
    </footer>
  );
}

function SheetActions({ sheet }: { readonly sheet: WireSheet }) {
  const { client } = usePortal();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function save() {
    setIsBusy(true);
    const result = await client.send('POST /documents/:code/link', { params: { code: sheet.code } });
    setIsBusy(false);
    setProblem(result.ok ? null : result.problem);
    if (result.ok) download(result.value.url);
  }

  return (
    <div className={styles.actions}>
      <Button variant="default" onClick={() => window.print()}>
        {text(documentMessages.print)}
      </Button>
      <Button variant="default" loading={isBusy} onClick={() => void save()}>
        {text(documentMessages.savePdf)}
      </Button>
      <ProblemAlert problem={problem} />
    </div>
  );
}

/** The response is an attachment, so the page stays open. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** With more lines, the spacing shrinks so that the sheet fits on one page. */
function densityOf({ body, foot }: DocumentPage): 'usual' | 'close' | 'closest' {
  const lines = body.reduce((sum, block) => {
    if (block.block === 'rows' || block.block === 'list')
      return sum + block.rows.length + (block.title === null ? 0 : 1.5);
    if (block.block === 'text') return sum + 1 + block.body.length * 2;
    return sum + 4;
  }, foot.fine.length * 2);
  return lines > 46 ? 'closest' : lines > 32 ? 'close' : 'usual';
}
