/** Carries out the steps of a migration on one record. */
import { holds } from '../conditions/evaluate.ts';
import { isRewritten } from '../conditions/quorum.ts';
import type { RecordScope } from '../conditions/scope.ts';
import { computedFrom } from '../forms/computed-answers.ts';
import type { JsonSchema } from '../model/form.ts';
import type { DataMigration, MigrationStep, MigrationValue } from '../model/place.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord } from '../model/record.ts';
import { answerScopeOf, answerScopesOf } from '../succession/names-in.ts';
import { type AnswerLevel, changeAt } from '../succession/succeed-answers.ts';
import { parseTemplate } from '../text/text-template.ts';
import { onceForEach } from '../values/once-for-each.ts';
import { unitOf } from '../workflow/new-records.ts';
import { clocksOnEntering, dueOf } from './clocks.ts';

export interface MigratedRecord {
  /** The same record if no step changes it. */
  readonly record: PortalRecord;
  /** Questions whose answer does not match the pattern of a split. */
  readonly unmatched: readonly string[];
  /** Questions that get no answer, because one that its text names is missing while another is there. */
  readonly incomplete: readonly string[];
}

/** @param scope the record before the steps; the portal has the questions and states that it gets */
export function migrateRecord(
  scope: RecordScope,
  { title }: Pick<DataMigration, 'title'>,
  steps: readonly MigrationStep[],
): MigratedRecord {
  const notes: StepNotes = { title, unmatched: [], incomplete: [] };
  let { context } = scope;
  for (const step of steps) {
    const now = { ...scope, context };
    if (!holds(step.when, now)) continue;
    const record = takeStep(now, step, notes);
    if (record !== context.record) context = { ...context, record };
  }
  const { unmatched, incomplete } = notes;
  const { record: was } = scope.context;
  const record = isRewritten(was, context.record) ? { ...context.record, signatures: [] } : context.record;
  if (record.data === was.data) return { record, unmatched, incomplete };
  return { record: { ...record, unit: unitOf({ ...scope, context }) }, unmatched, incomplete };
}

interface StepNotes {
  /** Of the migration. */
  readonly title: string;
  readonly unmatched: string[];
  readonly incomplete: string[];
}

function takeStep(scope: RecordScope, step: MigrationStep, notes: StepNotes): PortalRecord {
  const { portal, context } = scope;
  const { record } = context;
  switch (step.does) {
    case 'set':
    case 'split':
    case 'clear': {
      const data = changeAnswer(portal, record, step, notes);
      return data === record.data ? record : { ...record, data };
    }
    case 'state': {
      if (!step.from.includes(record.state)) return record;
      const there = { ...record, state: step.to, since: context.now, signatures: [] };
      const clocks = clocksOnEntering(portal, { ...context, record: there });
      return { ...there, clocks, due: dueOf(clocks) };
    }
    case 'office':
      if (record.office === step.to || (step.from !== null && record.office !== step.from)) return record;
      return { ...record, office: step.to, assignee: null, unit: unitIn(portal, step.to, record.unit) };
    case 'ask-again':
      return askAgain(record, step.item, notes);
  }
}

/** Null if the department has no such unit. */
function unitIn({ departments, lookups }: Portal, department: string, unit: string | null): string | null {
  const rows = lookups[departments[department]?.units ?? '']?.rows ?? [];
  return rows.some(({ value }) => value === unit) ? unit : null;
}

/** A repeating item has the id of its row after a dot. */
function askAgain(record: PortalRecord, item: string, { title }: StepNotes): PortalRecord {
  const meant = Object.entries(record.items).filter(
    ([key, { state }]) =>
      (key === item || key.startsWith(`${item}.`)) && ['filed', 'accepted', 'waived'].includes(state),
  );
  if (meant.length === 0) return record;
  const remark = { text: title, kind: 'message' };
  const asked = meant.map(([key, one]) => [key, { ...one, state: 'asked-again', remark }] as const);
  return { ...record, items: { ...record.items, ...Object.fromEntries(asked) } };
}

type AnswerStep = Extract<MigrationStep, { does: 'set' | 'split' | 'clear' }>;

function changeAnswer(
  portal: Portal,
  record: PortalRecord,
  step: AnswerStep,
  { unmatched, incomplete }: StepNotes,
): PortalRecord['data'] {
  const keys = step.question.split('.');
  const key = keys.at(-1) ?? '';
  const schemas = schemasOf(portal).get(answerScopeOf(portal, record));
  const schemaAt = (path: string): JsonSchema => schemas?.get(path) ?? {};
  return changeAt(record.data, keys.slice(0, -1), (level) => {
    switch (step.does) {
      case 'clear': {
        const { [key]: answer, ...others } = level;
        return answer === undefined ? level : others;
      }
      case 'set': {
        if (step.isFill && hasAnswer(level[key])) return level;
        const schema = schemaAt(step.question);
        const source = { level, root: record.data };
        if (isHalfFilled(step.value, source)) incomplete.push(step.question);
        return withAnswer(level, key, answerTo(step.value, schema, source));
      }
      case 'split': {
        const answer = level[key];
        if (!hasAnswer(answer)) return level;
        const parts = RegExp(`^(?:${step.pattern})$`, 'u').exec(String(answer));
        if (parts === null) unmatched.push(step.question);
        return (parts === null ? [] : step.into).reduce(
          (next, path, index) =>
            withAnswer(next, path.split('.').at(-1) ?? '', asType(parts?.[index + 1], schemaAt(path))),
          level,
        );
      }
    }
  });
}

const schemasOf = onceForEach(
  (portal: Portal): ReadonlyMap<string, ReadonlyMap<string, JsonSchema>> =>
    new Map(
      answerScopesOf(portal).map(({ name, questions }) => [
        name,
        new Map(questions.map(({ path, schema }) => [path, schema])),
      ]),
    ),
);

function hasAnswer(answer: unknown): boolean {
  return answer !== undefined && answer !== null && answer !== '';
}

function withAnswer(level: AnswerLevel, key: string, answer: unknown): AnswerLevel {
  if (!hasAnswer(answer) || JSON.stringify(answer) === JSON.stringify(level[key])) return level;
  return { ...level, [key]: answer };
}

interface AnswerLevels {
  /** The answers beside the question. */
  readonly level: AnswerLevel;
  readonly root: AnswerLevel;
}

/** Undefined if an answer that it needs is missing. */
function answerTo(value: MigrationValue, schema: JsonSchema, source: AnswerLevels): unknown {
  if (typeof value === 'object' && !Array.isArray(value))
    return computedFrom(
      { level: source.level, above: source.root, named: new Map() },
      { schema, computation: value as Exclude<typeof value, readonly string[]> },
    );
  if (typeof value !== 'string') return value;
  const { parts } = parseTemplate(value);
  const said = parts.map((part) => (typeof part === 'string' ? part : read(part.path, source)));
  // A placeholder alone takes over the answer as it is.
  if (said.length === 1) return asType(said[0], schema);
  return said.every(hasAnswer) ? asType(said.map(String).join(''), schema) : undefined;
}

/** Would the answers that are there be lost, because another one of the text is missing? */
function isHalfFilled(value: MigrationValue, source: AnswerLevels): boolean {
  if (typeof value !== 'string') return false;
  const paths = parseTemplate(value).parts.flatMap((part) => (typeof part === 'string' ? [] : part.path));
  const there = paths.filter((path) => hasAnswer(read(path, source)));
  return there.length > 0 && there.length < paths.length;
}

function read(path: string, { level, root }: AnswerLevels): unknown {
  const at = (from: unknown): unknown =>
    path.split('.').reduce<unknown>((value, key) => (value as AnswerLevel | undefined)?.[key], from);
  return at(level) ?? at(root);
}

/** A number in digits becomes a number where the question wants one, and a number its digits. */
function asType(answer: unknown, { type }: JsonSchema): unknown {
  if ((type === 'integer' || type === 'number') && typeof answer === 'string') {
    return /^\s*-?\d+(\.\d+)?\s*$/.test(answer) ? Number(answer) : answer;
  }
  return type === 'string' && (typeof answer === 'number' || typeof answer === 'boolean')
    ? String(answer)
    : answer;
}
