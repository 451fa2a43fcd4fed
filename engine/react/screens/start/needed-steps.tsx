/** Who checks a record, the usual steps, and the time limits. */
import type { WireNeeds } from '../../../contract/start-pages.ts';
import { startMessages } from '../../../locales/start.ts';
import { text } from '../../language/text.ts';
import { DependsOn } from './depends-on.tsx';
import { sayLimit } from './lengths.ts';
import styles from './start.module.css';

type Offices = WireNeeds['offices'];

export function NeededOffices({ offices }: { readonly offices: Offices }) {
  const maybe = offices.filter(({ isSure }) => !isSure);
  return (
    <section className={styles.part}>
      <h2>{text(startMessages.offices)}</h2>
      <OfficeList offices={offices.filter(({ isSure }) => isSure)} />
      {maybe.length > 0 && (
        <>
          <h3>{text(startMessages.maybeOffices)}</h3>
          <OfficeList offices={maybe} />
        </>
      )}
    </section>
  );
}

function OfficeList({ offices }: { readonly offices: Offices }) {
  return (
    <ul className={styles.pairs}>
      {offices.map(({ title, office, limit, dependsOn }) => (
        <li key={title} className={styles.line}>
          <span>
            {office ?? title}
            {office !== null && <span className={styles.quiet}>{title}</span>}
            <DependsOn questions={dependsOn} />
          </span>
          {limit !== null && <span className={styles.figure}>{sayLimit(limit)}</span>}
        </li>
      ))}
    </ul>
  );
}

export function NeededSteps({ steps, times }: Pick<WireNeeds, 'steps' | 'times'>) {
  if (steps.length === 0) return null;
  return (
    <section className={styles.part}>
      <h2>{text(startMessages.steps)}</h2>
      <ol className={styles.steps}>
        {steps.map(({ title, who }) => (
          <li key={title}>
            {title}
            {who !== null && <span className={styles.quiet}>{sayWho(who)}</span>}
          </li>
        ))}
      </ol>
      {times.map((time) => (
        <p key={time.title}>
          {time.title}: <strong>{sayLimit(time)}</strong>. {time.pauses && text(startMessages.stopsForYou)}
        </p>
      ))}
    </section>
  );
}

function sayWho(who: string): string {
  if (who === 'owner') return text(startMessages.stepOwner);
  return who === 'children' ? text(startMessages.stepChildren) : who;
}
