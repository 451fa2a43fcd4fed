/** What comes of a step: what its person signs, what ends, and what stays. */
import type { WireAction } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { headingOf } from '../../facts/words.ts';
import { text } from '../../language/text.ts';
import { useSlice } from '../../session/portal-context.ts';
import styles from './actions.module.css';

/** Renders nothing for a step that signs and ends nothing. */
export function ActionEnding({ action: { signs, ending } }: { readonly action: WireAction }) {
  const slice = useSlice();
  if (signs.length === 0 && ending === undefined) return null;
  const { ends = [], stays = [], revokes = [], keeps = [] } = ending ?? {};
  const sayParts = ({ type, count }: (typeof ends)[number]) => {
    const things = headingOf(slice, type, Array<null>(count).fill(null));
    return text(recordMessages.countOfType, { count, things });
  };
  return (
    <div className={styles.ending}>
      <Lines title={text(recordMessages.whatYouSign)} lines={signs} />
      <Lines title={text(recordMessages.whatEnds)} lines={[...ends.map(sayParts), ...revokes]} />
      <Lines title={text(recordMessages.whatStays)} lines={[...stays.map(sayParts), ...keeps]} />
    </div>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <p>{title}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
