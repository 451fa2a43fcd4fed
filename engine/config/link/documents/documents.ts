/** Links the files of documents/: templates of issued documents, with every placeholder resolved. */
import { documentBorders, type DocumentTemplate } from '../../../portal/model/document.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import {
  child,
  entries,
  isMapping,
  isPresent,
  items,
  number,
  placeOf,
  text,
  texts,
  truth,
  type Cursor,
} from '../input/cursor.ts';
import { linkBlock, linkPhoto, linkRow, type Sheet } from './document-blocks.ts';
import { checkReaders, type LinkedSubject, type PublicText } from './document-readers.ts';
import {
  blocksOf,
  checkBlockNames,
  sharedKey,
  toldAtLike,
  type WrittenDocument,
  writtenDocument,
} from './shared-blocks.ts';
import { linkSeal } from '../names/seal.ts';
import { baseName } from '../input/files.ts';
import { checkLike } from '../input/like.ts';
import {
  report,
  reportUnknown,
  type LinkContext,
  type Names,
  isKnown,
  quietly,
} from '../input/link-context.ts';
import { indexedLevel } from '../names/properties.ts';
import { linkNumber } from '../records/numbers.ts';
import { linkText, type ShownField, type TextPlace } from '../texts/text-paths.ts';
import { linkValidity } from '../calendar/validity.ts';

export function linkDocuments(context: LinkContext): Record<string, DocumentTemplate> {
  const { documents } = context.names;
  const linked = [...documents].map(([name, root]) => [name, linkDocument(name, root, context)] as const);
  const templates = Object.fromEntries(linked);
  checkIssued(templates, context);
  return templates;
}

/** Links a document with what it has from the one that it is like. */
function linkDocument(name: string, root: Cursor, context: LinkContext): DocumentTemplate {
  const written = writtenDocument(root, context.names);
  checkLike(root, 'document/unknown', { all: context.names.documents, of: null }, context);
  checkBlockNames(written, context);
  const { other } = written;
  const diagnostics: Diagnostic[] = [];
  const template = linkTemplate(name, written, { ...context, diagnostics });
  const ofOther = (): readonly Diagnostic[] => {
    const quiet = quietly(context);
    if (other !== null) linkDocument(baseName(other.file), other, quiet);
    return quiet.diagnostics;
  };
  context.diagnostics.push(...toldAtLike(written, diagnostics, ofOther));
  return template;
}

function linkTemplate(name: string, written: WrittenDocument, context: LinkContext): DocumentTemplate {
  const { root } = written;
  const key = (one: Parameters<typeof sharedKey>[1]): Cursor => sharedKey(written, one);
  const of = linkTypes(child(root, 'of'), context);
  // Without a single type the condition is not typed: a field that one of the types lacks is empty there.
  const type = of.length === 1 ? (of[0] ?? null) : null;
  const asked = askedByKinds(name, context);
  const subject = linkSubject(key('subject'), { types: of, more: [], asked }, context);
  const shown: { readonly at: Cursor; readonly fields: readonly ShownField[] }[] = [];
  const sheet: Sheet = { of, type, asked, context, onText: (at, fields) => shown.push({ at, fields }) };
  const ownBlocks = blocksOf(written);
  const blocks = ownBlocks.map((at) => linkBlock(at, sheet));
  const { compare, compared } = linkCompare(key('compare'), sheet);
  checkSignatures(ownBlocks, sheet.of, context);
  const read = linkOptional(key('read'), context, {
    where: 'access',
    type,
    about: of,
    absent: always,
  });
  const isPublic = truth(key('public'));
  const everybody = subject === null ? compared : [subject, ...compared];
  checkReaders({ shown, everybody, read, isPublic }, context);
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    of,
    number: linkNumber(child(root, 'number'), isOfKinds(of, context), context),
    valid: linkValidity(key('valid'), context, { type }),
    paper: text(key('paper')) === 'card' ? 'card' : 'A4',
    border: documentBorders.find((one) => one === text(key('border'))) ?? 'none',
    seal: linkSeal(key('seal'), context),
    subject: subject === null ? null : { text: subject.text, isMasked: subject.isMasked },
    read,
    isPublic,
    blocks,
    compare,
    place: placeOf(root),
  };
}

function linkTypes(at: Cursor, context: LinkContext): string[] {
  const { records } = context.names;
  const said = Array.isArray(at.value) ? items(at) : [at];
  return said.flatMap((one) => {
    const name = text(one);
    if (name === null) return [];
    return isKnown(context, 'record/unknown-type', one, { name, choices: records }) ? [name] : [];
  });
}

function isOfKinds(types: readonly string[], { names }: LinkContext): boolean {
  return types.every((type) => {
    const root = names.records.get(type);
    return root !== undefined && isPresent(child(root, 'kind'));
  });
}

/** The forms of the kinds that issue it. */
function askedByKinds(name: string, { names }: LinkContext): readonly Cursor[] {
  const issuing = kindsByDocument(names).get(name) ?? [];
  return indexedLevel(issuing.map((kind) => child(child(kind, 'form'), 'properties')).filter(isPresent));
}

const kindsByDocument = onceForEach(({ kinds }: Names) =>
  Map.groupBy(kinds.values(), (kind) => text(child(kind, 'issues'))),
);

function linkSubject(at: Cursor, place: TextPlace, context: LinkContext): LinkedSubject | null {
  if (!isPresent(at)) return null;
  const said = isMapping(at.value) ? child(at, 'text') : at;
  const fields = linkText(said, place, context);
  return { at: said, text: text(said) ?? '', isMasked: truth(child(at, 'masked')), fields };
}

interface LinkedCompare {
  readonly compare: DocumentTemplate['compare'];
  /** Its texts, which everybody reads. */
  readonly compared: readonly PublicText[];
}

function linkCompare(at: Cursor, sheet: Sheet): LinkedCompare {
  const compared: PublicText[] = [];
  const photo = child(at, 'photo');
  const rows = items(child(at, 'rows')).map((row) => {
    const isMasked = truth(child(row, 'masked'));
    const onText: Sheet['onText'] = (place, fields) => compared.push({ at: place, fields, isMasked });
    return { ...linkRow(row, { ...sheet, onText }), isMasked };
  });
  return { compare: { rows, photo: isPresent(photo) ? linkPhoto(photo, sheet) : null }, compared };
}

/** Counts the signatures that one sheet can show: those without a variant, plus those of each variant. */
function checkSignatures(blocks: readonly Cursor[], of: readonly string[], context: LinkContext): void {
  const most = context.names.constants.get('maxSignatures');
  if (typeof most !== 'number') return;
  const signatures = blocks.filter((one) => isPresent(child(one, 'signature')));
  const variants = new Set(['usual', ...signatures.flatMap((one) => texts(child(one, 'variant')))]);
  for (const variant of variants) {
    const together = signatures.filter((one) => {
      const own = texts(child(one, 'variant'));
      return own.length === 0 || own.includes(variant);
    });
    const counts = together.map((one) => signaturesIn(child(one, 'signature'), of, context));
    const sums = counts.map((_, at) => counts.slice(0, at + 1).reduce((sum, one) => sum + one, 0));
    const surplus = together[sums.findIndex((sum) => sum > most)];
    if (surplus === undefined) continue;
    const details = { count: sums.at(-1) ?? 0, most };
    report(context, 'document/too-many-signatures', child(surplus, 'signature'), details);
  }
}

/** One, or as many as a step that several people take needs at least. */
function signaturesIn(at: Cursor, of: readonly string[], { names }: LinkContext): number {
  if (isPresent(child(at, 'name'))) return 1;
  const needed = of.flatMap((type) => {
    const steps = child(names.workflows.get(type) ?? at, 'transitions');
    return texts(child(at, 'by')).map(
      (step) => number(child(child(child(steps, step), 'quorum'), 'atLeast')) ?? 1,
    );
  });
  return Math.max(1, ...needed);
}

/** A workflow and a kind may only issue documents for their record type. */
function checkIssued(templates: Readonly<Record<string, DocumentTemplate>>, context: LinkContext): void {
  const { workflows, kinds } = context.names;
  const check = (at: Cursor, type: string): void => {
    const template = Object.hasOwn(templates, text(at) ?? '') ? templates[text(at) ?? ''] : undefined;
    if (template === undefined || template.of.length === 0 || template.of.includes(type)) return;
    report(context, 'document/of-another-type', at, { name: template.name, type });
  };
  for (const [type, root] of workflows) {
    for (const effect of effectsOf(root)) {
      check(child(effect, 'document'), type);
      checkVariant(effect, templates, context);
    }
  }
  const types = Map.groupBy(typesOfSets(context), ([set]) => set);
  for (const [id, root] of kinds) {
    const [set = ''] = id.split('/');
    for (const [, type] of types.get(set) ?? []) check(child(root, 'issues'), type);
  }
}

/** Reports a variant that no block of the document is for. */
function checkVariant(
  effect: Cursor,
  templates: Readonly<Record<string, DocumentTemplate>>,
  context: LinkContext,
): void {
  const at = child(effect, 'variant');
  const variant = text(at);
  const document = text(child(effect, 'document')) ?? '';
  const template = Object.hasOwn(templates, document) ? templates[document] : undefined;
  if (variant === null || template === undefined) return;
  const choices = new Set(template.blocks.flatMap(({ variants }) => variants));
  if (!choices.has(variant))
    reportUnknown(context, 'document/unknown-variant', at, { name: variant, choices });
}

/** Each set with the types of records for which a transition issues the document of the kind. */
function typesOfSets({
  names: { records, workflows },
}: LinkContext): (readonly [set: string, type: string])[] {
  const issuing = [...workflows].filter(([, root]) =>
    effectsOf(root).some((effect) => text(child(child(effect, 'document'), 'of')) === 'kind'),
  );
  return issuing.flatMap(([type]) => {
    const record = records.get(type);
    return record === undefined ? [] : texts(child(record, 'kind')).map((set) => [set, type] as const);
  });
}

function effectsOf(workflow: Cursor): Cursor[] {
  return entries(child(workflow, 'transitions')).flatMap(([, transition]) =>
    items(child(transition, 'then')),
  );
}
