/** A document as a sheet of paper: letterhead, blocks, photos, signatures and the code for its verification. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useEffect, useState } from 'react';
import type { WireSheet } from '../../contract/documents.ts';
import { documentMessages } from '../../locales/documents.ts';
import {
  type DocumentPage,
  type LayoutBlock,
  layOutDocument,
} from '../../portal/documents/document-layout.ts';
import { linesBesideCode } from '../../portal/documents/printed-code.ts';
import { sealLetter } from '../../portal/text/seal.ts';
import type { Problem } from '../api/problem.ts';
import { ProblemAlert } from '../page/feedback.tsx';
import { usePortal, useSlice } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import styles from './document-sheet.module.css';
import { MarkdownText } from './markdown-text.tsx';
import { QrCode } from './qr-code.tsx';

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
      {foot.qr !== null && <QrCode content={address} className={styles.code} />}
      <div>
        {linesBesideCode(foot.qr, address).map((line) => (
          <p key={line}>{line}</p>
        ))}
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

type BlockOf<Block extends LayoutBlock['block']> = Extract<LayoutBlock, { block: Block }>;

function SheetBlock({ block }: { readonly block: LayoutBlock }) {
  switch (block.block) {
    case 'seal':
      return <Seal block={block} />;
    case 'banner':
      return <p className={styles.banner}>{block.text}</p>;
    case 'rows':
      return <Rows block={block} />;
    case 'list':
      return <List block={block} />;
    case 'signatures':
      return <Signatures block={block} />;
    case 'photo':
      return <SheetPhoto file={block.file} />;
    default:
      return <MarkdownText body={block.body} />;
  }
}

function Seal({ block: { lines } }: { readonly block: BlockOf<'seal'> }) {
  const { title } = useSlice();
  return (
    <header className={styles.letterhead}>
      <span className={styles.seal} aria-hidden="true">
        {sealLetter(title)}
      </span>
      <div className={styles.lines}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </header>
  );
}

function Rows({ block: { title, rows } }: { readonly block: BlockOf<'rows'> }) {
  return (
    <>
      {title !== null && <h3 className={styles.heading}>{title}</h3>}
      <dl className={styles.rows}>
        {rows.map(({ label, text: value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function List({ block: { title, columns, rows, total } }: { readonly block: BlockOf<'list'> }) {
  return (
    <>
      {title !== null && <h3 className={styles.heading}>{title}</h3>}
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" data-right={column.isRight}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} data-right={columns[column]?.isRight}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total !== null && (
          <tfoot>
            <tr>
              <td colSpan={Math.max(1, columns.length - 1)}>{total.label}</td>
              <td data-right>{total.text}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </>
  );
}

function Signatures({ block: { signatures } }: { readonly block: BlockOf<'signatures'> }) {
  return (
    <div className={styles.signatures}>
      {signatures.map(({ name, position }) => (
        <div key={position} className={styles.signature}>
          <p className={styles.name}>{name ?? '\u00a0'}</p>
          <p className={styles.position}>{position}</p>
        </div>
      ))}
    </div>
  );
}

function SheetPhoto({ file }: { readonly file: string | null }) {
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
