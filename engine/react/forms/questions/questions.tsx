/** The questions of one step, each drawn alone. */
import { memo, useEffect, useMemo, useRef } from 'react';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import { propertiesOf, requiredOf } from '../../../portal/forms/form-levels.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import type { FieldTexts } from '../../api/problem.ts';
import { errorsOf, rootOf } from '../errors/errors.ts';
import { QuestionBlock, QuestionList } from '../fields/frames.tsx';
import { noWords, Question, type QuestionFaults } from './question.tsx';
import { withStepDefaults } from './question-defaults.ts';
import { isSameFor, readsOf } from './reads.ts';
import { putAnswer, useLevelChange } from './use-level.ts';

export interface QuestionsProps {
  readonly form: WireForm;
  /** Of the questions to draw. */
  readonly schema: JsonSchema;
  readonly uiSchema: JsonSchema;
  readonly answers: Answers;
  readonly errors: FieldTexts;
  /** Corrected errors, which keep their place. */
  readonly corrected: FieldTexts;
  readonly isReadOnly: boolean;
  readonly onChange: (answers: Answers) => void;
}

const noFaults: QuestionFaults = { errors: {}, corrected: {} };

export function Questions(props: QuestionsProps) {
  const { form, schema, uiSchema, answers, errors, corrected, isReadOnly, onChange } = props;
  const change = useLevelChange(answers, putAnswer, onChange);
  const filled = useRef<JsonSchema | null>(null);
  useEffect(() => {
    // Defaults are filled in once: an answer that somebody empties stays empty.
    if (filled.current === schema) return;
    filled.current = schema;
    const complete = withStepDefaults(schema, answers);
    if (complete !== answers) onChange(complete);
  }, [schema, answers, onChange]);
  const faults = useMemo(() => faultsByQuestion(errors, corrected), [errors, corrected]);
  const blocks = useMemo(() => blocksOf(form, Object.keys(propertiesOf(schema))), [form, schema]);
  return (
    <QuestionList>
      {blocks.map(([place, names]) => (
        <Block
          key={place}
          names={names}
          form={form}
          schema={schema}
          uiSchema={uiSchema}
          answers={answers}
          faults={faults}
          isReadOnly={isReadOnly}
          onChange={change}
        />
      ))}
    </QuestionList>
  );
}

/** Questions that are compared together: an answer in a long form costs its block, and not the whole form. */
const questionsInBlock = 25;

/** By their places in the form, not on the page: where a question appears, the others stay in their blocks and keep the focus. */
function blocksOf(
  form: WireForm,
  names: readonly string[],
): readonly (readonly [number, readonly string[]])[] {
  const places = placesIn(form);
  return [...Map.groupBy(names, (name) => Math.floor((places.get(name) ?? 0) / questionsInBlock))];
}

const placesIn = onceForEach(
  ({ steps }: WireForm) =>
    new Map(steps.flatMap(({ properties }) => properties).map((name, place) => [name, place])),
);

interface BlockProps extends Pick<QuestionsProps, 'form' | 'schema' | 'uiSchema' | 'answers' | 'isReadOnly'> {
  readonly names: readonly string[];
  readonly faults: ReadonlyMap<string, QuestionFaults>;
  readonly onChange: (name: string, value: unknown) => void;
}

const Block = memo(DrawnBlock, isSameBlock);

function isSameBlock(before: BlockProps, after: BlockProps): boolean {
  const reads = after.names.flatMap((name) => [name, ...readsOf(after.form, name)]);
  return isSameFor(before, after, reads);
}

function DrawnBlock({ names, form, schema, uiSchema, answers, faults, isReadOnly, onChange }: BlockProps) {
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const questions = names.map((name) => (
    <Question
      key={name}
      form={form}
      name={name}
      path={name}
      schema={properties[name] ?? noWords}
      ui={mappingOf(uiSchema[name] ?? noWords)}
      value={answers[name]}
      isRequired={required.includes(name)}
      isReadOnly={isReadOnly}
      faults={faults.get(name) ?? noFaults}
      answers={answers}
      onChange={onChange}
    />
  ));
  return <QuestionBlock>{questions}</QuestionBlock>;
}

function faultsByQuestion(errors: FieldTexts, corrected: FieldTexts): ReadonlyMap<string, QuestionFaults> {
  const names = new Set([...Object.keys(errors), ...Object.keys(corrected)].map(rootOf));
  return new Map(
    [...names].map((name) => [
      name,
      { errors: errorsOf(errors, [name]), corrected: errorsOf(corrected, [name]) },
    ]),
  );
}
