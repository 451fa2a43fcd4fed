/** Markdown on a sheet. */
import { Fragment } from 'react';
import type { Markdown, Spans } from '../../portal/text/markdown.ts';
import styles from './document-sheet.module.css';

export function MarkdownText({ body }: { readonly body: readonly Markdown[] }) {
  return body.map((block, at) => <Block key={at} block={block} />);
}

function Block({ block }: { readonly block: Markdown }) {
  switch (block.kind) {
    case 'heading':
      // The page has its own heading, so headings of the sheet are one level lower.
      return block.level === 1 ? (
        <h2 className={styles.title}>{words(block.words)}</h2>
      ) : (
        <h3 className={styles.subtitle}>{words(block.words)}</h3>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List className={styles.list}>
          {block.items.map((item, at) => (
            <li key={at}>{words(item)}</li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <table className={styles.table}>
          <thead>
            <tr>
              {block.head.map((cell, at) => (
                <th key={at}>{words(cell)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column}>{words(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'rule':
      return <hr className={styles.rule} />;
    default:
      return <p className={styles.paragraph}>{words(block.words)}</p>;
  }
}

function words(spans: Spans) {
  return spans.map(({ text, strong, emphasis }, at) => {
    const said = text === '\n' ? <br /> : text;
    if (strong === true) return <strong key={at}>{said}</strong>;
    if (emphasis === true) return <em key={at}>{said}</em>;
    return <Fragment key={at}>{said}</Fragment>;
  });
}
