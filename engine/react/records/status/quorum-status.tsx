/** How far the steps are that several people take: how many have taken each, and who is still missing. */
import type { WireQuorum } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { sayParts } from '../../page/dates.ts';
import { text } from '../../language/text.ts';
import styles from './status.module.css';

export function QuorumStatus({ steps, waiting, missing }: WireQuorum) {
  const isActor = steps.some(({ own }) => own);
  return (
    <>
      {steps.map(({ name, title, given, needed, people }) => {
        const said = text(recordMessages.stepBySeveral, { step: title, given, needed });
        return (
          <div key={name} className={styles.progress}>
            <progress className={styles.bar} value={given} max={needed} aria-label={said} />
            <span className={styles.statusText} data-figures>
              {people.length === 0 ? said : `${said} (${sayParts(people)})`}
            </span>
          </div>
        );
      })}
      {waiting !== null && waiting > 0 && (
        <p data-quiet>
          {missing.length > 0
            ? text(recordMessages.stillToAct, { people: sayParts(missing) })
            : text(recordMessages.countStillToAct, { count: waiting })}
        </p>
      )}
      {isActor && <p data-quiet>{text(recordMessages.actedAlready)}</p>}
    </>
  );
}
