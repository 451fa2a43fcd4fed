/** A condition as rows that people choose from what its place may read, with its meaning in words below. */
import type { FaultModel, PartModel } from '../../../../contract/editing.ts';
import { conditionRowMessages } from '../../../../locales/condition-rows.ts';
import {
  type ConditionGroup,
  isConditionGroup,
  isConditionList,
} from '../../../../portal/conditions/condition-parts.ts';
import { useRead } from '../../../data/hooks.ts';
import forms from '../../../forms/forms.module.css';
import { fieldId } from '../../../forms/errors/errors.ts';
import { text } from '../../../language/text.ts';
import { Fallback } from '../../../page/feedback.tsx';
import { ConditionGroupFields } from './condition-group.tsx';
import styles from './conditions.module.css';

interface ConditionEditorProps {
  readonly file: string;
  readonly condition: PartModel['conditions'][number];
  /** Undefined: there is no condition. */
  readonly value: unknown;
  /** Of this condition. */
  readonly faults: readonly FaultModel[];
  /** What it means. Null: it has mistakes, or is not looked at yet. */
  readonly words: string | null;
  readonly isReadOnly: boolean;
  readonly onChange: (group: ConditionGroup) => void;
}

const none: ConditionGroup = [];

export function ConditionEditor(props: ConditionEditorProps) {
  const { file, condition, value, faults, words, isReadOnly, onChange } = props;
  const { field, at, title, help } = condition;
  const { data: grammar, error, mutate } = useRead('GET /workbench/draft/condition', { query: { file, at } });
  const group = isConditionGroup(value) ? value : none;
  const id = fieldId(field);
  const isEmpty = isConditionList(group) && group.length === 0;
  const rest = faults.filter(({ row, isError }) => !isError || row === null || row === '');
  return (
    <fieldset id={id} tabIndex={-1} className={styles.condition}>
      <legend>{title}</legend>
      {help !== null && <p className={styles.quiet}>{help}</p>}
      {rest.map(({ place, message, isError }) => (
        <p key={`${place} ${message}`} className={isError ? forms.fault : styles.quiet}>
          {message}
        </p>
      ))}
      {grammar === undefined ? (
        <Fallback error={error} retry={mutate} shape="rows" />
      ) : (
        <ConditionGroupFields
          grammar={grammar}
          group={group}
          path={field}
          at=""
          faults={faults}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      )}
      <output>
        {isEmpty
          ? text(conditionRowMessages.always)
          : words !== null && (
              <>
                <strong>{text(conditionRowMessages.meaning)}:</strong> {words}
              </>
            )}
      </output>
    </fieldset>
  );
}
