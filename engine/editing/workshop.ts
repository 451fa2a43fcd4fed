/** Shows parts of a configuration as forms, and writes answers into its files. Everything is read from one draft. */
import { isDeepStrictEqual } from 'node:util';
import { exchangeEntries, insertEntry, writeValue } from '../config/edit/write-value.ts';
import { compilePortal, type CompileOptions, type CompileResult } from '../config/compile.ts';
import { type DeclaredNames, declaredNames } from '../config/grammar/declared-names.ts';
import { layeredName } from '../config/layers/layer-names.ts';
import { kindOfFile } from '../config/validate/file-kinds.ts';
import type { SourceFile } from '../config/source/source.ts';
import { pointerTo } from '../portal/values/pointer.ts';
import type { ConditionNotes } from '../config/link/input/noted-conditions.ts';
import type { ParseCache } from '../config/stages.ts';
import type { ConditionGrammarModel, listActs, LookModel, PartModel } from '../contract/editing.ts';
import type { Additions } from '../extension/extension.ts';
import type { Portal } from '../portal/model/portal.ts';
import { inLanguage } from '../portal/translation/in-language.ts';
import { isMapping, mappingOf } from '../portal/values/is-mapping.ts';
import { onceForEach } from '../portal/values/once-for-each.ts';
import { folderOf, ownFiles, sortOfFile } from './editable-files.ts';
import { membersByKind } from './group-members.ts';
import { grammarOfCondition } from './condition-grammar.ts';
import { layeredText } from './layered-file.ts';
import { faultsOfPart } from './part-faults.ts';
import { meaningsOf, recordOfCondition } from './part-conditions.ts';
import { modelOfPart } from './part-model.ts';
import { documentOf, editionOf, nodeIn, pathIn, valueOf } from './part-document.ts';
import { formOfPart, type FormSurroundings } from './part-form.ts';
import type { OpenedPart } from './opened-part.ts';
import { type AnswerFaults, answersOf, type PartAnswers, readAnswers } from './part-answers.ts';
import { previewOf } from './part-preview.ts';
import { type PartSchema, schemaBelow, schemaOfFile, resolveSchema } from './part-schema.ts';

/** The files in force, and the texts that somebody changed. */
export interface EditedFiles {
  readonly base: readonly SourceFile[];
  /** Text by name of the file. */
  readonly edited: Readonly<Record<string, string>>;
  /** Of the reader. */
  readonly language: string;
}

interface PartAddress {
  readonly file: string;
  /** JSON Pointer. */
  readonly at: string;
}

/** `gone`: there is no such part; `changed`: it is another since the caller read it. */
type EditRefusal = 'gone' | 'changed';

export type EditResult<T> =
  { readonly value: T } | { readonly refused: EditRefusal } | { readonly faults: AnswerFaults };

export interface Workshop {
  /** Does the draft change who may use the workbench, who may edit in it, or whom they see? */
  changesEditors(files: EditedFiles): boolean;
  part(files: EditedFiles, address: PartAddress & { readonly q: string }): EditResult<PartModel>;
  /** What the condition at this place may say. */
  condition(files: EditedFiles, address: PartAddress): EditResult<ConditionGrammarModel>;
  /** Without what only the proofs of the check find. */
  glance(files: EditedFiles, order: LookOrder): EditResult<LookModel>;
  /** With every proof of the check. */
  look(files: EditedFiles, order: LookOrder): EditResult<LookModel>;
  /** @returns the new text of the file */
  change(
    files: EditedFiles,
    order: PartAddress & { readonly edition: string; readonly answers: PartAnswers },
  ): EditResult<ChangedFile>;
  /** @returns the new text of the file, and where the part is now */
  act(
    files: EditedFiles,
    order: PartAddress & { readonly edition: string; readonly act: (typeof listActs)[number] },
  ): EditResult<ChangedFile & { readonly at: string }>;
}

type LookOrder = PartAddress & {
  readonly answers: PartAnswers | null;
  readonly today: string;
};

interface ChangedFile {
  /** Its name. */
  readonly file: string;
  readonly text: string;
}

const gone = { refused: 'gone' } as const;
const changed = { refused: 'changed' } as const;

export function createWorkshop(additions: Additions): Workshop {
  const cache: ParseCache = new Map();
  const compile = (
    files: readonly SourceFile[],
    options: Pick<CompileOptions, 'proofs' | 'conditions'>,
  ): CompileResult => compilePortal(files, { cache, additions, ...options });
  const withoutProofs = (files: readonly SourceFile[]): CompileResult => compile(files, { proofs: false });
  const ofBase = createMemory(withoutProofs);
  const ofDraft = createMemory(withoutProofs);
  /** The portal of the draft; while it is broken, that of the files in force. */
  const portalOf = (files: EditedFiles): Portal | null =>
    ofDraft(withEdits(files)).portal ?? ofBase(files.base).portal;
  const open = (files: EditedFiles, address: PartAddress): OpenedPart | null => {
    const portal = portalOf(files);
    return portal === null ? null : openPart(files, address, inLanguage(portal, files.language));
  };
  const lookWith = (
    proofs: boolean,
    files: EditedFiles,
    { answers, today, ...address }: LookOrder,
  ): EditResult<LookModel> => {
    const part = open(files, address);
    if (part === null) return gone;
    const read = answers === null ? null : readAnswers(part.form, part, answers);
    const isRead = read === null || Object.keys(read.faults).length === 0;
    const text = isRead && read !== null ? textWith(part, read.value) : part.text;
    const written = writtenFile(files, part, text).text;
    const next = withEdits({ ...files, edited: { ...files.edited, [part.file.name]: written } });
    const conditions = notesOf(part);
    const { portal, diagnostics } = compile(next, { proofs, conditions });
    const before = ofBase(files.base).portal;
    const given = answers ?? answersOf(part.form, part);
    const faults = faultsOfPart(part, { text, written, diagnostics, answers: read?.faults ?? {}, given });
    const shown = portal ?? before;
    return {
      value: {
        faults,
        conditions:
          shown === null
            ? []
            : meaningsOf(inLanguage(shown, files.language), part, { noted: conditions.found, faults }),
        preview:
          portal === null || before === null
            ? []
            : previewOf(part, { before, after: inLanguage(portal, files.language), text, today }),
      },
    };
  };
  return {
    changesEditors(files) {
      const [before, after] = [ofBase(files.base).portal, ofDraft(withEdits(files)).portal];
      // A broken one cannot come into force.
      return before !== null && after !== null && !isDeepStrictEqual(before.workbench, after.workbench);
    },
    part(files, { q, ...address }) {
      const part = open(files, address);
      return part === null ? gone : { value: modelOfPart(part, q) };
    },
    condition(files, address) {
      const part = open(files, address);
      if (part === null || part.form.shape !== 'condition') return gone;
      const conditions = notesOf(part);
      compile(withEdits(files), { proofs: false, conditions });
      const noted = conditions.found.get(pointerTo(...part.path));
      if (noted === undefined) return gone;
      const { portal, schema } = part;
      const around = surroundingsOf(portal, null, schema);
      const record = recordOfCondition(portal, part, noted);
      return { value: grammarOfCondition(schema, { portal, around, noted, record }) };
    },
    glance: (files, order) => lookWith(false, files, order),
    look: (files, order) => lookWith(true, files, order),
    change(files, { edition, answers, ...address }) {
      const part = open(files, address);
      if (part === null) return gone;
      if (edition !== editionOf(part.node, part.text)) return changed;
      const { value, faults } = readAnswers(part.form, part, answers);
      return Object.keys(faults).length > 0
        ? { faults }
        : { value: writtenFile(files, part, textWith(part, value)) };
    },
    act(files, { edition, act, ...address }) {
      const part = open(files, address);
      if (part === null) return gone;
      if (edition !== editionOf(part.node, part.text)) return changed;
      const acted = actOn(part, act);
      if (acted === null) return gone;
      return { value: { ...writtenFile(files, part, acted.text), at: acted.at } };
    },
  };
}

function notesOf({ file }: OpenedPart): ConditionNotes {
  return { file: file.name, found: new Map() };
}

/** What was compiled last. */
function createMemory(compile: (files: readonly SourceFile[]) => CompileResult) {
  let known: { readonly texts: readonly string[]; readonly result: CompileResult } | null = null;
  return (files: readonly SourceFile[]): CompileResult => {
    const texts = files.map(({ text }) => text);
    if (known?.texts.length === texts.length && texts.every((text, at) => text === known?.texts[at]))
      return known.result;
    const result = compile(files);
    known = { texts, result };
    return result;
  };
}

/** A name that no file of a configuration has is left out: the files are written to a folder. */
export function withEdits({ base, edited }: Pick<EditedFiles, 'base' | 'edited'>): readonly SourceFile[] {
  const known = new Set(base.map(({ name }) => name));
  const added = Object.entries(edited).filter(([name]) => !known.has(name) && kindOfFile(name) !== null);
  return [
    ...base.map((file) =>
      Object.hasOwn(edited, file.name) ? { ...file, text: edited[file.name] ?? file.text } : file,
    ),
    ...added.map(([name, text]) => ({ name, path: `${folderOf(base)}${name}`, text })),
  ];
}

/** @returns null: the file is not edited here, or the grammar has no such part */
function openPart(
  { base, edited }: EditedFiles,
  { file: name, at }: PartAddress,
  portal: Portal,
): OpenedPart | null {
  const all = withEdits({ base, edited });
  const wanted = layeredName(all.find(({ path }) => path === name)?.name ?? name).name;
  const file = ownFiles(all).find((one) => one.name === wanted);
  if (file === undefined || sortOfFile(file.name) === null) return null;
  const document = documentOf(file);
  const path = pathIn(document, at);
  let schema = schemaOfFile(kindOfFile(file.name) ?? '', valueOf(nodeIn(document, []), document));
  for (const [index, step] of path.entries()) {
    const around = nodeIn(document, path.slice(0, index));
    // Only the last level may be missing.
    if (around === null) return null;
    const below = schemaBelow(schema, String(step), valueOf(around, document));
    if (below === undefined) return null;
    const node = nodeIn(document, path.slice(0, index + 1));
    if (node === null && (typeof step === 'number' || index < path.length - 1)) return null;
    const isLast = index === path.length - 1;
    schema = isLast ? below : resolveSchema(below, valueOf(node, document));
  }
  const node = nodeIn(document, path);
  const value = valueOf(node, document);
  const around = surroundingsOf(portal, valueOf(nodeIn(document, path.slice(0, -1)), document), schema);
  const form = formOfPart(schema, path.length === 0 ? withoutLayer(value) : value, around);
  return { file, text: file.text, document, path, node, schema, form, portal };
}

/** What a file does to that of the base is no question of its form, and stays. */
function withoutLayer(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const { layer: _, ...rest } = value;
  return rest;
}

/** A form offers each department once, by its key. */
const namesOf = onceForEach((portal: Portal): DeclaredNames => declaredNames({ ...portal, aliases: {} }));

/** @param siblings the value of the part around it */
function surroundingsOf(portal: Portal, siblings: unknown, schema: PartSchema): FormSurroundings {
  const columns = new Map<string, unknown>();
  const hasColumns = isMapping(resolveSchema(schema, {}).schema['additionalProperties']);
  if (hasColumns && Array.isArray(siblings)) {
    for (const row of siblings)
      for (const [name, value] of Object.entries(mappingOf(row)))
        if (!columns.has(name)) columns.set(name, value);
  }
  return { words: portal.words, names: namesOf(portal), columns };
}

function textWith({ text, path }: OpenedPart, value: unknown): string {
  const written = writeValue(text, path, value);
  return written === '' || written.endsWith('\n') ? written : `${written}\n`;
}

/** @param text of the whole file; what is written has only what differs from the base */
function writtenFile(files: EditedFiles, { file }: OpenedPart, text: string): ChangedFile {
  return { file: file.name, text: layeredText(withEdits(files), { ...file, text }) };
}

/** @returns the text of the whole file, and where the part is now; null: there is no such part */
function actOn(
  part: OpenedPart,
  act: (typeof listActs)[number],
): { readonly text: string; readonly at: string } | null {
  const { text, path, node } = part;
  const last = path.at(-1);
  const around = path.slice(0, -1);
  if (act === 'add') {
    const value = valueOf(node, part.document);
    const index = Array.isArray(value) ? value.length : 0;
    if (part.form.shape !== 'list') return null;
    const entry = emptyEntry(part);
    const next = node === null ? writeValue(text, path, [entry]) : insertEntry(text, path, index, entry);
    return { text: next, at: pointerTo(...path, index) };
  }
  if (node === null || last === undefined) return null;
  if (act === 'list') {
    const members = membersByKind(part);
    return members === null ? null : { text: writeValue(text, path, members), at: pointerTo(...path) };
  }
  if (act === 'remove') return { text: writeValue(text, path, undefined), at: pointerTo(...around) };
  const list = valueOf(nodeIn(part.document, around), part.document);
  const first = act === 'up' ? Number(last) - 1 : Number(last);
  if (typeof last !== 'number' || !Array.isArray(list) || first < 0 || first + 1 >= list.length) return null;
  const at = pointerTo(...around, act === 'up' ? last - 1 : last + 1);
  return { text: exchangeEntries(text, around, first), at };
}

/** What a new entry must have, empty: the check then says what is missing. */
function emptyEntry({ schema }: OpenedPart): Readonly<Record<string, unknown>> {
  const items = resolveSchema(
    { ...schema, schema: mappingOf(resolveSchema(schema, []).schema['items']) },
    {},
  );
  const required: readonly unknown[] = Array.isArray(items.schema['required'])
    ? items.schema['required']
    : [];
  const names =
    required.length > 0
      ? required.map(String)
      : Object.keys(mappingOf(items.schema['properties'])).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, '']));
}
