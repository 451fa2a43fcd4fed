/** The result of an action, shown before it runs, with a warning if it is irreversible. */
import type { WireAction, WireRecord } from '../../../contract/record.ts';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import styles from './action-dialog.module.css';
import { Icon } from '../../theme/icons.tsx';
import { recordMessages } from '../../../locales/records.ts';

interface ActionResultProps {
  readonly record: Pick<WireRecord, 'type' | 'state'>;
  readonly action: WireAction;
}

export function ActionResult({ record, action }: ActionResultProps) {
  const { recordTypes } = useSlice();
  const state = action.to === undefined ? undefined : recordTypes[record.type]?.states[action.to];
  if (state === undefined || action.to === record.state) return null;
  if (!state.isFinal) return <p>{text(recordMessages.stateAfterwards, { state: state.title })}</p>;
  return (
    <p className={styles.final}>
      <Icon name="alert" size={18} />
      <span>{text(recordMessages.finalStateAfterwards, { state: state.title })}</span>
    </p>
  );
}
