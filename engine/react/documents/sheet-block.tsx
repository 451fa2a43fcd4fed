/** One part of a sheet. */
import type { LayoutBlock } from '../../portal/documents/document-layout.ts';
import { sealLetter } from '../../portal/text/seal.ts';
import { useSlice } from '../portal-context.ts';
import styles from './document-sheet.module.css';
import { MarkdownText } from './markdown-text.tsx';
import { SheetPhoto } from './sheet-photo.tsx';

type BlockOf<Block extends LayoutBlock['block']> = Extract<LayoutBlock, { block: Block }>;

export function SheetBlock({ block }: { readonly block: LayoutBlock }) {
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
        {rows.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
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
              {row.map((text, column) => (
                <td key={column} data-right={columns[column]?.isRight}>
                  {text}
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
