/** One row of a condition: a question, how it is compared and with which value; or a word with its value. */
import type { ConditionRow } from '../../../../portal/conditions/condition-parts.ts';
import type { ConditionGrammarModel } from '../../../../contract/editing.ts';
import { mappingOf } from '../../../../portal/values/is-mapping.ts';
import { plainNumber } from '../../../../portal/writing/amount.ts';
import type { WireForm } from '../../../../portal/wire/slice.ts';
import { Question } from '../../../forms/questions/question.tsx';
import {
  keyOf,
  operatorKeyOf,
  operatorOf,
  operatorQuestion,
  rowOf,
  type ConditionQuestion,
  subjectIn,
  subjectOf,
  subjectQuestion,
  valueKeyOf,
  valueQuestion,
  withOperator,
  wordQuestion,
} from './condition-choices.ts';
import styles from './conditions.module.css';

interface ConditionRowProps {
  readonly grammar: ConditionGrammarModel;
  /** Of its inputs. */
  readonly path: string;
  readonly row: ConditionRow;
  readonly faults: readonly string[];
  readonly isReadOnly: boolean;
  readonly onChange: (row: ConditionRow) => void;
}

export function ConditionRowFields({ grammar, path, row, faults, isReadOnly, onChange }: ConditionRowProps) {
  const subject = subjectIn(grammar, row);
  const word = wordQuestion(grammar, row);
  const hasName = subjectOf(row)?.name != null;
  const value = word ?? (hasName ? valueQuestion(grammar, subject, operatorOf(row)) : null);
  const key = valueKeyOf(row);
  const field = (
    name: string,
    question: ConditionQuestion,
    given: unknown,
    change: (next: unknown) => void,
  ) => (
    <Question
      form={plainForm}
      name={name}
      path={`${path}.${name}`}
      schema={question.schema}
      ui={mappingOf(question.ui)}
      value={given}
      isRequired
      isReadOnly={isReadOnly}
      faults={{
        errors: name === 'subject' && faults.length > 0 ? { [`${path}.subject`]: faults } : {},
        corrected: {},
      }}
      answers={{}}
      onChange={(_, next) => change(next)}
    />
  );
  return (
    <div className={styles.row}>
      {field('subject', subjectQuestion(grammar, row), keyOf(row), (next) =>
        onChange(rowOf(String(next ?? ''))),
      )}
      {hasName &&
        field('operator', operatorQuestion(subject, row), operatorKeyOf(row), (next) =>
          onChange(withOperator(row, next === undefined ? undefined : String(next))),
        )}
      {value !== null &&
        key !== undefined &&
        field('value', value, shownValue(value, row[key]), (next) =>
          onChange({ ...row, [key]: writtenValue(value, next, row[key]) }),
        )}
    </div>
  );
}

const plainForm: WireForm = {
  hash: 'condition',
  title: '',
  schema: {},
  uiSchema: {},
  steps: [],
  conditions: [],
  from: {},
  verify: [],
  filledBy: {},
};

function shownValue({ schema, lines }: ConditionQuestion, value: unknown): unknown {
  if (lines !== undefined) return [value].flat().join('\n');
  if (schema['type'] === 'array') return [value].flat().filter((one) => one !== '');
  if (value === '') return undefined;
  return schema['type'] === 'string' && value !== undefined ? String(value) : value;
}

function writtenValue({ lines }: ConditionQuestion, next: unknown, before: unknown): unknown {
  if (lines !== undefined) {
    const kept = [before].flat();
    return String(next ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map(
        (line) => kept.find((one) => String(one) === line) ?? (lines === 'numbers' ? numberOf(line) : line),
      );
  }
  // One of several that was written without a list stays so.
  if (Array.isArray(next) && next.length === 1 && !Array.isArray(before) && before !== '') return next[0];
  return next ?? '';
}

/** Digits that a number would not keep, as in `2.50`, stay a text: money is one. */
function numberOf(line: string): number | string {
  const plain = plainNumber(line) ?? line;
  return String(Number(plain)) === plain ? Number(plain) : plain;
}
