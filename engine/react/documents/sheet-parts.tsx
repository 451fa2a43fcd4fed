/** The parts of a document's sheet: letterhead, holder, tables, signatures and pictures. */
import { useMemo } from 'react';
import { documentMessages } from '../../locales/documents.ts';
import { defaultSeal } from '../../portal/documents/default-seal.ts';
import { isLongRow, type LayoutBlock } from '../../portal/documents/document-layout.ts';
import { waveTile } from '../../portal/documents/wave-lines.ts';
import { text } from '../language/text.ts';
import { useSlice } from '../session/portal-context.ts';
import styles from './document-sheet.module.css';

type BlockOf<Block extends LayoutBlock['block']> = Extract<LayoutBlock, { block: Block }>;

interface LetterheadProps {
  readonly block: BlockOf<'seal'>;
  /** Address of the seal's picture; null: the default seal. */
  readonly picture: string | null;
}

export function Letterhead({ block: { lines }, picture }: LetterheadProps) {
  const { title, theme } = useSlice();
  const drawn = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(defaultSeal(title, theme.primary))}`,
    [title, theme.primary],
  );
  return (
    <header className={styles.letterhead}>
      <img className={styles.seal} src={picture ?? drawn} alt="" />
      <div className={styles.lines}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </header>
  );
}

interface SecurityBorderProps {
  readonly number: string | null;
  readonly title: string;
}

/** Waves around the sheet, and tiny print along their inner edge. */
export function SecurityBorder({ number, title }: SecurityBorderProps) {
  const { title: portal, theme } = useSlice();
  const tile = useMemo(() => waveTile([theme.primary, theme.accent]), [theme]);
  const tiny = `${[number, portal, title].filter(Boolean).join(' · ')} · `.repeat(40);
  return (
    <div
      aria-hidden="true"
      className={styles.border}
      data-tiny={tiny}
      style={{ borderImageSource: `url("data:image/svg+xml,${encodeURIComponent(tile)}")` }}
    />
  );
}

export function Holder({ block: { name, lines } }: { readonly block: BlockOf<'holder'> }) {
  return (
    <div className={styles.holder}>
      <p data-long={name.length > 40 || undefined}>{name}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

export function Highlights({ block: { rows } }: { readonly block: BlockOf<'highlights'> }) {
  return (
    <dl className={styles.highlights}>
      {rows.map((row) => (
        <div key={row.label}>
          <dt>{row.label}</dt>
          <dd>{row.text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Rows({ block: { title, rows } }: { readonly block: BlockOf<'rows'> }) {
  return (
    <>
      {title !== null && <h3 className={styles.heading}>{title}</h3>}
      <dl className={styles.rows}>
        {rows.map((row) => (
          <div key={row.label} data-long={isLongRow(row) || undefined}>
            <dt>{row.label}</dt>
            <dd>{row.text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function List({ block: { title, columns, rows, total } }: { readonly block: BlockOf<'list'> }) {
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

interface SignaturesProps {
  readonly block: BlockOf<'signatures'>;
  /** Id → address. */
  readonly pictures: Readonly<Record<string, string>>;
}

export function Signatures({ block: { signatures }, pictures }: SignaturesProps) {
  return (
    <div className={styles.signatures}>
      {signatures.map(({ name, position, signedAt, picture }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the sheet is printed once, and two lines may be equal
        <div key={at} className={styles.signature}>
          {picture !== undefined && pictures[picture] !== undefined && (
            <img src={pictures[picture]} alt={text(documentMessages.signaturePicture)} />
          )}
          <p className={styles.name}>{name ?? '\u00a0'}</p>
          <p className={styles.position}>{position}</p>
          {signedAt !== undefined && <p className={styles.signedAt}>{signedAt}</p>}
        </div>
      ))}
    </div>
  );
}

/** The words below the map say where the place is. */
export function SheetMap({ block: { sketch, text: where } }: { readonly block: BlockOf<'map'> }) {
  const { width, height, districts, mark } = sketch;
  return (
    <figure className={styles.map}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {districts.map(({ value, path }) => (
          <path key={value} d={path} />
        ))}
        {'path' in mark ? (
          <path data-mark d={mark.path} />
        ) : (
          <circle data-mark cx={mark.x} cy={mark.y} r={5} />
        )}
      </svg>
      <figcaption>{where}</figcaption>
    </figure>
  );
}

interface PictureProps {
  /** Null: there is no picture, or this reader may not see it. */
  readonly address: string | null;
}

export function SheetPhoto({ address }: PictureProps) {
  return (
    <div className={styles.photo}>
      {address === null ? (
        <span>{text(documentMessages.photo)}</span>
      ) : (
        <img src={address} alt={text(documentMessages.photoOfHolder)} />
      )}
    </div>
  );
}

export function PlacePhoto({ address }: PictureProps) {
  if (address === null) return null;
  return <img className={styles.place} src={address} alt={text(documentMessages.photoOfPlace)} />;
}
