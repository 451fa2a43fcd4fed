/** Counts the uses of names in tests/: they expect something of a configuration, and are no part of it. */
import type { ParsedFile } from '../../source/source.ts';
import { propertiesOf } from '../conditions/field-path.ts';
import { child, entries, isPresent, items, oneOrMore, rootOf, text, type Cursor } from '../input/cursor.ts';
import type { LinkContext } from '../input/link-context.ts';
import type { SymbolKind } from '../input/symbol-use.ts';
import { countAnswers } from '../names/question-uses.ts';

export function countCases(files: readonly ParsedFile[], context: LinkContext): void {
  if (context.uses === null) return;
  for (const root of files.map(rootOf)) {
    const personas = child(root, 'personas');
    for (const [, persona] of entries(personas)) {
      count(child(persona, 'department'), 'department', context);
      countKeys(child(persona, 'flags'), 'flag', context);
      const department = context.names.departments.get(text(child(persona, 'department')) ?? '');
      const units = department === undefined ? null : text(child(department, 'units'));
      count(child(persona, 'unit'), 'row', context, units);
    }
    for (const one of items(child(root, 'cases'))) {
      const as = child(one, 'as');
      if (!isPresent(child(personas, text(as) ?? ''))) count(as, 'department', context);
      countCase(one, context);
    }
    for (const one of items(child(root, 'stories'))) countStory(one, context);
  }
}

/** Only answers: the other names in a story that the configuration does not have are mistakes, which say what is meant. */
function countStory(at: Cursor, context: LinkContext): void {
  for (const [, record] of entries(child(at, 'given'))) countRecordAnswers(record, context);
  for (const step of items(child(at, 'steps'))) {
    const begun = { type: text(child(step, 'begin')) ?? '', kind: text(child(step, 'kind')) };
    if (isPresent(child(step, 'begin'))) countData(child(step, 'data'), begun, context);
  }
}

function countCase(at: Cursor, context: LinkContext): void {
  const type = text(child(child(at, 'record'), 'type'));
  countRecord(child(at, 'record'), context);
  for (const word of ['apply', 'not']) count(child(child(at, 'kinds'), word), 'kind', context);
  for (const word of ['asked', 'not']) count(child(child(at, 'items'), word), 'item', context, type);
  for (const word of ['possible', 'not']) count(child(child(at, 'steps'), word), 'step', context, type);
  count(child(child(at, 'fees'), 'schedule'), 'fee', context);
  const schedule = text(child(child(at, 'fees'), 'schedule'));
  for (const [key, said] of entries(child(child(at, 'fees'), 'amounts')))
    for (const name of key.split(/[\s+]+/)) {
      context.uses?.push({ at: said, kind: 'line', of: schedule, name, isKey: true });
    }
}

function countRecord(at: Cursor, context: LinkContext): void {
  if (!isPresent(at)) return;
  const type = text(child(at, 'type')) ?? '';
  count(child(at, 'type'), 'type', context);
  count(child(at, 'state'), 'state', context, type);
  count(child(at, 'kind'), 'kind', context);
  count(child(at, 'office'), 'department', context);
  countKeys(child(at, 'documents'), 'document', context);
  countRecordAnswers(at, context);
  countRecord(child(at, 'parent'), context);
}

function countRecordAnswers(at: Cursor, context: LinkContext): void {
  const record = { type: text(child(at, 'type')) ?? '', kind: text(child(at, 'kind')) };
  countData(child(at, 'data'), record, context);
}

function countData(
  at: Cursor,
  { type, kind }: { readonly type: string; readonly kind: string | null },
  context: LinkContext,
): void {
  const known = context.names.kinds.get(kind ?? '');
  const own = known === undefined ? [] : [child(child(known, 'form'), 'properties')];
  countAnswers(at, own.some(isPresent) ? own : propertiesOf(type, context), context);
}

function count(at: Cursor, kind: SymbolKind, { uses }: LinkContext, of: string | null = null): void {
  for (const one of oneOrMore(at)) uses?.push({ at: one, kind, of, name: text(one) ?? '' });
}

function countKeys(at: Cursor, kind: SymbolKind, { uses }: LinkContext): void {
  for (const [name, said] of entries(at)) uses?.push({ at: said, kind, of: null, name, isKey: true });
}
