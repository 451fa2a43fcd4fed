/** A document as a sheet of paper: letterhead, blocks, photos, signatures and the code for its verification. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useLayoutEffect, useRef, useState } from 'react';
import type { WireSheet } from '../../contract/documents.ts';
import { documentMessages } from '../../locales/documents.ts';
import {
  type DocumentPage,
  type LayoutBlock,
  layOutDocument,
  paperScales,
} from '../../portal/documents/document-layout.ts';
import { linesBesideCode } from '../../portal/documents/printed-code.ts';
import type { Problem } from '../api/problem.ts';
import { ProblemAlert } from '../page/feedback.tsx';
import { useIsPaper } from '../page/use-paper.ts';
import { usePortal } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import styles from './document-sheet.module.css';
import { MarkdownText } from './markdown-text.tsx';
import {
  Highlights,
  Holder,
  Letterhead,
  List,
  PlacePhoto,
  Rows,
  SecurityBorder,
  SheetMap,
  SheetPhoto,
  Signatures,
} from './sheet-parts.tsx';
import { QrCode } from './qr-code.tsx';

export function DocumentSheet({ sheet }: { readonly sheet: WireSheet }) {
  const { content, verdict } = sheet;
  const pages = layOutDocument(content);
  const isPaper = useIsPaper();
  const all = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const sheets = all.current?.querySelectorAll<HTMLElement>('[data-paper="A4"]') ?? [];
    for (const one of sheets) fitPaper(one, isPaper);
  }, [isPaper]);
  return (
    <section ref={all} className={styles.document} aria-label={`${sheet.title} ${sheet.number ?? ''}`.trim()}>
      <SheetActions sheet={sheet} />
      {pages.map((page, at) => (
        <article
          key={at}
          className={styles.sheet}
          data-sheet
          data-paper={content.paper}
          data-on-paper={isPaper || undefined}
          data-border={content.border ?? 'none'}
          data-mark={verdict === 'valid' ? undefined : verdict}
          style={page.color === null ? undefined : { background: page.color }}
        >
          {content.paper === 'A4' && content.border === 'security' && (
            <SecurityBorder number={sheet.number} title={content.title} />
          )}
          {page.body.map((block, index) => (
            <SheetBlock key={index} block={block} sheet={sheet} />
          ))}
          <Foot page={page} sheet={sheet} />
        </article>
      ))}
    </section>
  );
}

interface FootProps {
  readonly page: DocumentPage;
  readonly sheet: WireSheet;
}

function Foot({ page: { foot }, sheet }: FootProps) {
  const { address } = sheet;
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
      {foot.photo !== null && <PlacePhoto address={sheet.pictures[foot.photo] ?? null} />}
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

/** Pixels of 1/96 inch, less what rounding takes. */
const paperHeight = (297 / 25.4) * 96 - 2;

function fitPaper(sheet: HTMLElement, isPaper: boolean): void {
  sheet.style.removeProperty('--unit');
  if (!isPaper) return;
  for (const scale of paperScales) {
    sheet.style.setProperty('--unit', String(scale));
    if (sheet.scrollHeight <= paperHeight) return;
  }
}

interface SheetBlockProps {
  readonly block: LayoutBlock;
  readonly sheet: WireSheet;
}

function SheetBlock({ block, sheet }: SheetBlockProps) {
  switch (block.block) {
    case 'seal':
      return <Letterhead block={block} picture={sheet.seal} />;
    case 'banner':
      return <p className={styles.banner}>{block.text}</p>;
    case 'holder':
      return <Holder block={block} />;
    case 'highlights':
      return <Highlights block={block} />;
    case 'rows':
      return <Rows block={block} />;
    case 'list':
      return <List block={block} />;
    case 'signatures':
      return <Signatures block={block} pictures={sheet.pictures} />;
    case 'map':
      return <SheetMap block={block} />;
    case 'photo':
      return <SheetPhoto address={block.file === null ? null : (sheet.pictures[block.file] ?? null)} />;
    default:
      return <MarkdownText body={block.body} />;
  }
}
