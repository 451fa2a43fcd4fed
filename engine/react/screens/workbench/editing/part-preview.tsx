/** What people will see of an edited part, and what the check finds elsewhere. */
import type { FaultModel, PreviewModel } from '../../../../contract/editing.ts';
import { editingMessages } from '../../../../locales/editing.ts';
import { text } from '../../../language/text.ts';
import styles from './editing.module.css';

interface PreviewProps {
  readonly preview: PreviewModel;
  readonly isBroken: boolean;
}

export function Preview({ preview, isBroken }: PreviewProps) {
  if (preview.length === 0 && !isBroken) return null;
  return (
    <section
      className={styles.preview}
      aria-label={text(editingMessages.preview)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
      tabIndex={0}
    >
      <h3>{text(editingMessages.preview)}</h3>
      {preview.length === 0 && <p className={styles.quiet}>{text(editingMessages.previewBroken)}</p>}
      {preview.map(({ title, language, rows }) => (
        <div key={title} lang={language ?? undefined}>
          <h4>{title}</h4>
          <ul className={styles.shown}>
            {rows.map((row, at) => (
              // Rows have no names of their own, and two may have the same title.
              <li key={`${at} ${row.title}`}>
                <strong>{row.title}</strong>
                {row.lines.map((line) => (
                  <span key={line} className={styles.quiet}>
                    {line}
                  </span>
                ))}
                {row.before !== null && row.after !== null && (
                  <span>
                    {text(editingMessages.before)} <s>{row.before}</s> · {text(editingMessages.afterwards)}{' '}
                    <b>{row.after}</b>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Nothing, if there is nothing. */
export function Findings({ faults }: { readonly faults: readonly FaultModel[] }) {
  if (faults.length === 0) return null;
  return (
    <section className={styles.findings} aria-label={text(editingMessages.findings)}>
      <h3>{text(editingMessages.findings)}</h3>
      <ul>
        {faults.map(({ place, message, isError }) => (
          <li key={`${place} ${message}`} data-error={isError}>
            <code>{place}</code> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
