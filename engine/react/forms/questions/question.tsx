/** One question, group or list of rows. It is drawn again when its answer changes, or an answer that it reads. */
import { memo, useCallback, useMemo } from 'react';
import { type Answers, isAsked } from '../../../portal/forms/form-conditions.ts';
import { propertiesOf, requiredOf } from '../../../portal/forms/form-levels.ts';
import type { FormCondition, JsonSchema } from '../../../portal/model/form.ts';
import { isMapping, mappingOf } from '../../../portal/values/is-mapping.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import type { FieldTexts } from '../../api/problem.ts';
import { fieldId } from '../errors/errors.ts';
import {
  GroupFrame,
  GroupSet,
  QuestionFrame,
  QuestionList,
  RowFrame,
  RowList,
  RowQuestions,
} from '../fields/frames.tsx';
import { optionsOf } from './options.ts';
import { defaultOf } from './question-defaults.ts';
import { isSameFor, readsOf } from './reads.ts';
import { putAnswer, putRow, useLevelChange, useRowKeys } from './use-level.ts';
import { portalWidgets, widgetOf } from './widgets.ts';

/** Errors by path, of one question and of those in it. */
export interface QuestionFaults {
  readonly errors: FieldTexts;
  /** Corrected errors, which keep their place. */
  readonly corrected: FieldTexts;
}

export interface QuestionProps {
  readonly form: WireForm;
  /** The key of its answer in the level. */
  readonly name: string;
  /** Such as `lines.0.units`. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly ui: JsonSchema;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  readonly faults: QuestionFaults;
  /** The answers of its level, and those of the levels above. */
  readonly answers: Answers;
  readonly onChange: (name: string, value: unknown) => void;
}

export const Question = memo(DrawnQuestion, isSame);

function isSame(before: QuestionProps, after: QuestionProps): boolean {
  return isSameFor(before, after, readsOf(after.form, pathInForm(after.path)));
}

/** Without the numbers of rows. */
function pathInForm(path: string): string {
  return path.replaceAll(/\.\d+(?=\.|$)/g, '');
}

function DrawnQuestion(props: QuestionProps) {
  const { schema, ui } = props;
  if (ui['ui:widget'] === 'hidden') return null;
  if (schema['type'] === 'object') return <Group {...props} />;
  const { items } = schema;
  if (schema['type'] === 'array' && isMapping(items) && items['type'] === 'object')
    return <Rows {...props} items={items} />;
  return <Field {...props} />;
}

function Field(props: QuestionProps) {
  const { form, name, path, schema, ui, value, isRequired, answers, faults, onChange } = props;
  const widget = widgetOf(schema, ui) ?? 'text';
  const Widget = portalWidgets[widget];
  const id = fieldId(path);
  const options = useMemo(() => optionsOf(schema, ui), [schema, ui]);
  const change = useCallback((next: unknown) => onChange(name, next), [onChange, name]);
  const title = titleOf(props);
  return (
    <QuestionFrame
      id={id}
      path={path}
      title={title}
      isRequired={isRequired || options['compute'] !== undefined}
      schema={schema}
      widget={widget}
      help={helpOf(props)}
      {...faultsAt(props)}
    >
      <Widget
        id={id}
        value={value}
        label={title}
        required={isRequired}
        disabled={ui['ui:disabled'] === true}
        readonly={props.isReadOnly || ui['ui:readonly'] === true || schema['readOnly'] === true}
        rawErrors={[...(faults.errors[path] ?? [])]}
        options={options}
        schema={schema}
        uiSchema={ui}
        onChange={change}
        registry={{ formContext: { form, answers } }}
      />
    </QuestionFrame>
  );
}

function Group(props: QuestionProps) {
  const { form, name, path, schema, ui, value, isRequired, isReadOnly, faults, onChange } = props;
  const own: Answers = mappingOf(value);
  const change = useLevelChange(own, putAnswer, (next) => onChange(name, next));
  const answers = { ...props.answers, ...own };
  const required = requiredOf(schema);
  const asked = Object.entries(propertiesOf(schema)).filter(([key]) =>
    isAsked(conditionAt(form, pathInForm(`${path}.${key}`)), answers),
  );
  const questions = asked.map(([key, one]) => (
    <Question
      key={key}
      form={form}
      name={key}
      path={`${path}.${key}`}
      schema={one}
      ui={mappingOf(ui[key] ?? noWords)}
      value={own[key]}
      isRequired={required.includes(key)}
      isReadOnly={isReadOnly || ui['ui:readonly'] === true}
      faults={faults}
      answers={answers}
      onChange={change}
    />
  ));
  // The list numbers its rows.
  const isRow = /^\d+$/.test(name);
  return (
    <GroupFrame id={fieldId(path)} {...faultsAt(props)}>
      {isRow ? (
        <RowQuestions>{questions}</RowQuestions>
      ) : (
        <GroupSet id={fieldId(path)} title={titleOf(props)} isRequired={isRequired} help={helpOf(props)}>
          <QuestionList>{questions}</QuestionList>
        </GroupSet>
      )}
    </GroupFrame>
  );
}

function Rows(props: QuestionProps & { readonly items: JsonSchema }) {
  const { form, name, path, schema, ui, value, items, isRequired, answers, faults, onChange } = props;
  const isReadOnly = props.isReadOnly || ui['ui:readonly'] === true;
  const options = optionsOf(schema, ui);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const least = Number(schema['minItems'] ?? 0);
  const most = Number(schema['maxItems'] ?? Infinity);
  const count = Math.max(rows.length, least);
  const keys = useRowKeys(count);
  const fresh = useMemo(() => defaultOf(items) ?? {}, [items]);
  const shown = Array.from({ length: count }, (_, index) => rows[index] ?? fresh);
  const change = useLevelChange<readonly unknown[]>(shown, putRow, (next) => onChange(name, next));
  const mayChange = !isReadOnly && ui['ui:disabled'] !== true;
  const mayRemove = mayChange && count > least && options['removable'] !== false;
  return (
    <GroupFrame id={fieldId(path)} {...faultsAt(props)}>
      <RowList
        id={fieldId(path)}
        title={titleOf(props)}
        isRequired={isRequired}
        help={helpOf(props)}
        count={count}
        addLabel={options['addLabel']}
        onAdd={
          mayChange && count < most && options['addable'] !== false
            ? () => onChange(name, [...shown, fresh])
            : null
        }
      >
        {shown.map((row, index) => (
          <RowFrame
            key={keys.list[index]}
            index={index}
            title={options['rowTitle']}
            onRemove={
              mayRemove
                ? () => {
                    keys.remove(index);
                    onChange(
                      name,
                      shown.filter((_, at) => at !== index),
                    );
                  }
                : null
            }
          >
            <Question
              form={form}
              name={String(index)}
              path={`${path}.${index}`}
              schema={items}
              ui={mappingOf(ui['items'] ?? noWords)}
              value={row}
              isRequired
              isReadOnly={isReadOnly}
              faults={faults}
              answers={answers}
              onChange={change}
            />
          </RowFrame>
        ))}
      </RowList>
    </GroupFrame>
  );
}

function faultsAt({ path, faults }: QuestionProps) {
  return { faults: faults.errors[path] ?? none, corrected: faults.corrected[path] ?? none };
}

const none: readonly string[] = [];

/** The same each time, so that nothing is drawn again. */
export const noWords: JsonSchema = {};

function titleOf({ name, schema, ui }: QuestionProps): string {
  return [ui['ui:title'], schema['title'], name].find((one) => typeof one === 'string') ?? '';
}

function helpOf({ schema, ui }: QuestionProps): string | undefined {
  return [optionsOf(schema, ui)['help'], ui['ui:description'], schema['description']].find(
    (one) => typeof one === 'string',
  );
}

function conditionAt(form: WireForm, path: string): FormCondition | undefined {
  return form.conditions.find(({ property }) => property === path);
}
