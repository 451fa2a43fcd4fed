/** The state of a record: its label, with the tone's colour and a mark. */
import type { State } from '../../portal/model/workflow.ts';
import { useSlice } from '../session/portal-context.ts';
import styles from './facts.module.css';
import { nameOfState } from './words.ts';

interface StateTagProps {
  readonly type: string;
  readonly state: string;
}

export function StateTag({ type, state }: StateTagProps) {
  const slice = useSlice();
  const known = slice.recordTypes[type]?.states[state];
  return <Tag tone={known?.tone ?? 'neutral'}>{nameOfState(slice, type, state)}</Tag>;
}

interface TagProps {
  readonly tone: State['tone'];
  readonly children: string;
}

export function Tag({ tone, children }: TagProps) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
