/** A group of a condition: what must be true of its parts, and the parts: rows, further groups, and YAML. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useRef } from 'react';
import type { ConditionGrammarModel, FaultModel } from '../../../../contract/editing.ts';
import type { MessageTemplate } from '../../../../locales/catalogue.ts';
import { conditionRowMessages } from '../../../../locales/condition-rows.ts';
import { editingMessages } from '../../../../locales/editing.ts';
import {
  type ConditionGroup,
  type ConditionJoin,
  type ConditionPart,
  conditionGroup,
  conditionJoins,
  isConditionGroup,
  isConditionList,
  readConditionGroup,
  withConditionParts,
} from '../../../../portal/conditions/condition-parts.ts';
import { pointerTo } from '../../../../portal/values/pointer.ts';
import { fieldId } from '../../../forms/errors/errors.ts';
import { useRowKeys } from '../../../forms/questions/use-level.ts';
import { text } from '../../../language/text.ts';
import forms from '../../../forms/forms.module.css';
import { ConditionRowFields } from './condition-row.tsx';
import styles from './conditions.module.css';

interface ConditionGroupProps {
  readonly grammar: ConditionGrammarModel;
  readonly group: ConditionGroup;
  /** Of its inputs. */
  readonly path: string;
  /** JSON Pointer in the condition. */
  readonly at: string;
  readonly faults: readonly FaultModel[];
  readonly isReadOnly: boolean;
  readonly onChange: (group: ConditionGroup) => void;
}

const joinWords = {
  all: conditionRowMessages.all,
  any: conditionRowMessages.any,
  not: conditionRowMessages.not,
} as const satisfies Readonly<Record<ConditionJoin, MessageTemplate>>;

export function ConditionGroupFields({
  grammar,
  group,
  path,
  at,
  faults,
  isReadOnly,
  onChange,
}: ConditionGroupProps) {
  const { join, parts } = readConditionGroup(group);
  const list = useRef<HTMLOListElement>(null);
  const keys = useRowKeys(parts.length);
  const put = (next: readonly ConditionPart[]) => onChange(withConditionParts(group, next));
  const add = (part: ConditionPart) => {
    put([...parts, part]);
    // The new part is drawn first.
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(':scope > li:last-child :is(input, select, textarea)')
        ?.focus(),
    );
  };
  const remove = (index: number) => {
    keys.remove(index);
    put(parts.filter((_, place) => place !== index));
    document.getElementById(`${fieldId(path)}__add`)?.focus();
  };
  const below = isConditionList(group) ? at : at + pointerTo(join);
  return (
    <div className={styles.group}>
      {(parts.length > 1 || join !== 'all') && (
        <div className={styles.join}>
          <label htmlFor={`${fieldId(path)}__join`}>{text(conditionRowMessages.join)}</label>
          <select
            id={`${fieldId(path)}__join`}
            className={forms.input}
            data-native
            value={join}
            disabled={isReadOnly}
            onChange={({ currentTarget }) =>
              onChange(
                conditionGroup(conditionJoins.find((one) => one === currentTarget.value) ?? 'all', parts),
              )
            }
          >
            {conditionJoins.map((one) => (
              <option key={one} value={one}>
                {text(joinWords[one])}
              </option>
            ))}
          </select>
        </div>
      )}
      <ol ref={list} className={styles.parts}>
        {parts.map((part, index) => {
          const number = index + 1;
          const isInner = isConditionGroup(part);
          const place = below + pointerTo(index);
          const change = (next: ConditionPart) =>
            put(parts.map((one, other) => (other === index ? next : one)));
          const props = { grammar, path: `${path}.${index}`, isReadOnly };
          return (
            <li key={keys.list[index]}>
              <fieldset className={styles.part}>
                <legend className={styles.number}>
                  {text(isInner ? conditionRowMessages.group : conditionRowMessages.row, { number })}
                </legend>
                <ConditionPartFields {...props} part={part} at={place} faults={faults} onChange={change} />
                <Button
                  variant="subtle"
                  size="compact-sm"
                  className={styles.remove ?? ''}
                  disabled={isReadOnly}
                  onClick={() => remove(index)}
                >
                  {text(isInner ? conditionRowMessages.removeGroup : conditionRowMessages.removeRow, {
                    number,
                  })}
                </Button>
              </fieldset>
            </li>
          );
        })}
      </ol>
      {!isReadOnly && (
        <div className={styles.buttons}>
          <Button id={`${fieldId(path)}__add`} variant="default" size="xs" onClick={() => add({})}>
            {text(conditionRowMessages.addRow)}
          </Button>
          <Button variant="default" size="xs" onClick={() => add({ any: [{}, {}] })}>
            {text(conditionRowMessages.addGroup)}
          </Button>
          <Button variant="default" size="xs" onClick={() => add('')}>
            {text(conditionRowMessages.addYaml)}
          </Button>
        </div>
      )}
    </div>
  );
}

interface ConditionPartProps extends Omit<ConditionGroupProps, 'group' | 'onChange'> {
  readonly part: ConditionPart;
  readonly onChange: (part: ConditionPart) => void;
}

function ConditionPartFields({ part, onChange, ...props }: ConditionPartProps) {
  const { path, at, faults, isReadOnly, grammar } = props;
  if (isConditionGroup(part)) return <ConditionGroupFields {...props} group={part} onChange={onChange} />;
  const own = faults.filter(({ row, isError }) => row === at && isError).map(({ message }) => message);
  if (typeof part !== 'string')
    return (
      <ConditionRowFields
        grammar={grammar}
        path={path}
        row={part}
        faults={own}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
    );
  const id = fieldId(path);
  return (
    <div className={forms.field} data-error={own.length > 0}>
      <label htmlFor={id} className={forms.label}>
        {text(editingMessages.asYaml)}
      </label>
      <p id={`${id}-help`} className={forms.help}>
        {text(conditionRowMessages.asYaml)}
      </p>
      {own.length > 0 && (
        <p id={`${id}-error`} className={forms.fault}>
          {own.join(' ')}
        </p>
      )}
      <textarea
        id={id}
        className={forms.input}
        rows={Math.min(12, part.split('\n').length + 1)}
        spellCheck={false}
        readOnly={isReadOnly}
        aria-describedby={own.length > 0 ? `${id}-error ${id}-help` : `${id}-help`}
        value={part}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}
