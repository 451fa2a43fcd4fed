/** The effect `create`: creates children of the record whose transition is taken. */
import type { EffectDefinition } from '../../../portal/model/workflow.ts';
import { child, entries, isPresent, text, texts, type Cursor } from '../input/cursor.ts';
import { report, reportUnknown, type LinkContext, isKnown, countUse } from '../input/link-context.ts';
import { checkAnswer, linkOperand } from '../conditions/operand.ts';
import { amountsOfOperand } from '../conditions/joined-amounts.ts';
import { countQuestion } from '../names/question-uses.ts';
import { named } from '../names/properties.ts';

export interface EffectPlace {
  /** Record type of the workflow. */
  readonly of: string;
  /** Names of the transition's questions. */
  readonly answers: ReadonlySet<string>;
}

export function linkCreate(
  at: Cursor,
  { of, answers }: EffectPlace,
  context: LinkContext,
): Extract<EffectDefinition, { effect: 'create' }> {
  const create = child(at, 'create');
  const type = text(create) ?? '';
  const record = context.names.records.get(type);
  if (record === undefined) {
    const choices = context.names.records.keys();
    reportUnknown(context, 'record/unknown-type', create, { name: type, choices });
  } else {
    countUse(context, 'type', create, { name: type });
    if (!mayStandBelow(record, of, context))
      report(context, 'effect/not-below', create, { name: type, parent: of });
  }
  const kind = child(child(at, 'forEach'), 'kind');
  const input = child(child(at, 'forEach'), 'input');
  checkSet(kind, record, context);
  const answer = text(input);
  if (answer !== null)
    checkAnswer({ name: answer, at: input }, context, { where: 'needs', type: of, answers });
  const data = entries(child(at, 'data')).map(([key, said]) => {
    checkQuestion(said, key, record, context);
    const place = { where: 'needs', type: of, answers } as const;
    const operand = linkOperand(said, context, place);
    const read = amountsOfOperand(operand, place, context);
    if (read.length > 0) context.amounts.push({ at: said, parts: [{ type, name: key }, ...read] });
    return [key, operand] as const;
  });
  return {
    effect: 'create',
    type,
    forEachKindOf: text(kind),
    forEachInput: answer,
    data: Object.fromEntries(data),
  };
}

/** Initial data must answer questions of the form; a type without a form accepts any data. */
export function checkQuestion(
  at: Cursor,
  name: string,
  record: Cursor | undefined,
  context: LinkContext,
): void {
  if (record === undefined) return;
  const { names } = context;
  const sets = texts(child(record, 'kind'));
  const kinds = [...names.kinds]
    .filter(([id]) => sets.includes(id.split('/')[0] ?? ''))
    .map(([, kind]) => child(kind, 'form'));
  const forms = [names.forms.get(text(child(record, 'form')) ?? ''), ...kinds].filter(
    (one) => one !== undefined,
  );
  const levels = forms.map((form) => child(form, 'properties'));
  countQuestion(context, at, name, named(levels, name));
  const questions = levels.flatMap((level) => entries(level).map(([question]) => question));
  if (questions.length === 0 || questions.includes(name)) return;
  reportUnknown(context, 'record/unknown-field', at, { name, choices: new Set(questions) });
}

/** Checks that the set exists, and that records of that type have its kinds. */
function checkSet(at: Cursor, record: Cursor | undefined, context: LinkContext): void {
  const name = text(at);
  if (!isPresent(at) || name === null) return;
  const { sets } = context.names;
  const own = record === undefined ? [] : texts(child(record, 'kind'));
  const choices = sets.has(name) && record !== undefined ? own : sets;
  isKnown(context, 'set/unknown', at, { name, choices });
}

/** An unknown parent is reported where it is named. */
export function mayStandBelow(record: Cursor, parent: string, { names }: LinkContext): boolean {
  const parents = texts(child(record, 'parent'));
  return parents.includes(parent) || parents.some((one) => !names.records.has(one));
}
