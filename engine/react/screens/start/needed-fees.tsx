/** The estimate of the fees: the lines that are certain, and those that further answers decide. */
import type { WireNeededFees } from '../../../contract/start-pages.ts';
import { startMessages } from '../../../locales/start.ts';
import { wordingOf } from '../../facts/assessment-parts.ts';
import { text } from '../../language/text.ts';
import { useSlice } from '../../session/portal-context.ts';
import { DependsOn } from './depends-on.tsx';
import styles from './start.module.css';

export function NeededFees({ fees: { currency, lines, total, open } }: { readonly fees: WireNeededFees }) {
  const { money } = wordingOf(useSlice(), currency);
  return (
    <section className={styles.part}>
      <h2>{text(startMessages.cost)}</h2>
      {lines.length + open.length === 0 ? (
        <p>{text(startMessages.noFees)}</p>
      ) : (
        <p className={styles.quiet}>{text(startMessages.estimate)}</p>
      )}
      {lines.length > 0 && (
        <dl className={styles.list}>
          {lines.map(({ id, title, rule, amount, isAtLeast }) => (
            <div key={id} className={styles.line}>
              <dt>
                {title}
                <span className={styles.quiet}>{rule}</span>
              </dt>
              <dd className={styles.figure}>
                {isAtLeast ? text(startMessages.amountAtLeast, { amount: money(amount) }) : money(amount)}
              </dd>
            </div>
          ))}
          <div className={styles.line}>
            <dt>
              <strong>{text(startMessages.total)}</strong>
            </dt>
            <dd className={styles.figure}>
              <strong>{money(total)}</strong>
            </dd>
          </div>
        </dl>
      )}
      {open.length > 0 && (
        <details className={styles.maybe}>
          <summary>
            {text(startMessages.costOpen)} ({open.length})
          </summary>
          <dl className={styles.pairs}>
            {open.map(({ id, title, help, amount, dependsOn }) => (
              <div key={id} className={styles.line}>
                <dt>
                  {title}
                  {help !== null && <span className={styles.quiet}>{help}</span>}
                  <DependsOn questions={dependsOn} />
                </dt>
                <dd className={styles.figure}>
                  {amount !== null && text(startMessages.amountIf, { amount: money(amount) })}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}
