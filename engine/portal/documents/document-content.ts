/** Builds an issued document: template and values → the blocks of the sheet, with all texts filled in. */
import { formInForce } from '../forms/specialise-form.ts';
import { districtsIn } from '../geography/districts.ts';
import { readGeometry } from '../geography/geometry.ts';
import { type MapSketch, sketchOf } from '../geography/sketch.ts';
import type { Condition, FieldPath } from '../model/condition.ts';
import type {
  DocumentBlock,
  DocumentBorder,
  DocumentList,
  DocumentPart,
  DocumentTemplate,
  IssuedDocument,
  PaperSize,
  PhotoSource,
  TemplateRow,
} from '../model/document.ts';
import { holds } from '../conditions/evaluate.ts';
import { readField, recordOf, sourceOfValue } from '../conditions/field-value.ts';
import { inFirstLanguage } from '../translation/in-language.ts';
import { isMapping, mappingOf } from '../values/is-mapping.ts';
import { fillMarkdown, type Markdown } from '../text/markdown.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import type { EvaluationScope } from '../conditions/scope.ts';
import { printedData } from '../fees/assessment.ts';
import { templateValues } from './template-values.ts';
import { saySigned } from '../text/text-format.ts';
import { fillTemplate, type TemplateValues } from '../text/text-template.ts';
import { maskedText } from '../access/visible-data.ts';
import { signedOut } from '../model/department.ts';

/** Stored with the document when it is issued, so that a reprint is identical. */
export interface DocumentContent {
  readonly title: string;
  readonly paper: PaperSize;
  readonly subject: string | null;
  /** Older documents have none of the following. */
  readonly border?: DocumentBorder;
  readonly compare?: ComparedFacts;
  readonly blocks: readonly ContentBlock[];
}

/** What everybody who checks the document reads. */
interface ComparedFacts {
  readonly rows: readonly ContentRow[];
  /** The office in its letterhead; null: it has none. */
  readonly office: string | null;
  /** Id of a file; null: no picture. */
  readonly photo: string | null;
}

interface ContentRow {
  readonly label: string;
  readonly text: string;
}

export type ContentBlock =
  | { readonly block: 'text' | 'fine'; readonly body: readonly Markdown[] }
  | { readonly block: 'seal'; readonly lines: readonly string[] }
  | { readonly block: 'banner'; readonly text: string }
  | {
      readonly block: 'rows';
      readonly title: string | null;
      readonly rows: readonly ContentRow[];
    }
  | { readonly block: 'holder'; readonly name: string; readonly lines: readonly string[] }
  | { readonly block: 'highlights'; readonly rows: readonly ContentRow[] }
  | {
      readonly block: 'list';
      readonly title: string | null;
      readonly columns: readonly { readonly title: string; readonly isRight: boolean }[];
      readonly rows: readonly (readonly string[])[];
      readonly total: { readonly label: string; readonly text: string } | null;
    }
  | {
      readonly block: 'signature';
      readonly position: string;
      readonly name: string | null;
      /** When the person signed, in words. */
      readonly signedAt?: string;
      /** Id of the picture of the signature. */
      readonly picture?: string;
    }
  /** Id of the file; null: no picture. */
  | { readonly block: 'photo'; readonly file: string | null; readonly isWide?: true }
  | { readonly block: 'map'; readonly sketch: MapSketch; readonly text: string }
  | { readonly block: 'qr'; readonly text: string }
  | { readonly block: 'color'; readonly color: string }
  | { readonly block: 'back' };

/** The values for the template. */
export interface DocumentSource {
  readonly portal: Portal;
  /** The record as it is after the document is issued. */
  readonly context: RecordContext;
  /** All records below it. */
  readonly below: () => readonly PortalRecord[];
  /** Name of the person or department in a role; `owner` is a role. */
  readonly people: Readonly<Record<string, string>>;
  /** The people who took each step of the record, by step: one, or everybody whose signature counted. */
  readonly signers: Readonly<Record<string, readonly Signer[]>>;
  readonly document: IssuedDocument;
}

export interface Signer {
  readonly name: string;
  /** ISO moment. */
  readonly at: string;
  /** Id of the picture of their signature; null: none. */
  readonly picture: string | null;
}

/**
 * Fills the template in the portal's first language, not in the issuer's. Never throws: missing values are
 * left out.
 */
export function fillDocument(template: DocumentTemplate, given: DocumentSource): DocumentContent {
  const portal = inFirstLanguage(given.portal);
  const source = { ...given, portal };
  const values = valuesOf(source, source.context);
  return {
    title: template.title,
    paper: template.paper,
    subject: subjectOf(template, values),
    border: template.border,
    compare: comparedFacts(template, source, values),
    blocks: template.blocks
      .filter((block) => isShown(block, source))
      .flatMap(({ part }) => fillPart(part, source, values) ?? []),
  };
}

function comparedFacts(
  { blocks, compare }: DocumentTemplate,
  source: DocumentSource,
  values: TemplateValues,
): ComparedFacts {
  const masked = new Set(compare.rows.filter(({ isMasked }) => isMasked).map(({ label }) => label));
  const rows = fillRows(compare.rows, source, values).map(({ label, text }) => ({
    label,
    text: masked.has(label) ? maskedText(text) : text,
  }));
  const head = blocks.find((block) => block.part.block === 'seal' && isShown(block, source))?.part;
  const lines = head?.block === 'seal' ? fillTemplate(head.text, values).trim().split('\n') : [];
  const office = lines.at(-1)?.trim() ?? null;
  return { rows, office, photo: compare.photo === null ? null : pictureOf(source, compare.photo) };
}

/** A row without text is left out. */
function fillRows(
  rows: readonly TemplateRow[],
  source: DocumentSource,
  values: TemplateValues,
): ContentRow[] {
  const plain = (text: string): string => fillTemplate(text, values).trim();
  return rows
    .filter(({ when }) => holdsFor(when, source))
    .map(({ label, text }) => ({ label: plain(label), text: plain(text) }))
    .filter(({ text }) => text !== '');
}

function subjectOf({ subject }: DocumentTemplate, values: TemplateValues): string | null {
  if (subject === null) return null;
  const text = fillTemplate(subject.text, values).trim();
  if (text === '') return null;
  return subject.isMasked ? maskedText(text) : text;
}

function isShown({ when, variants }: DocumentBlock, source: DocumentSource): boolean {
  const isVariant = variants.length === 0 || variants.includes(source.document.variant ?? 'usual');
  return isVariant && holdsFor(when, source);
}

/** No reader is known yet, so only the record itself counts. */
function holdsFor(condition: Condition, source: DocumentSource): boolean {
  return holds(condition, scopeOf(source));
}

function scopeOf({ portal, context }: DocumentSource): EvaluationScope {
  return { portal, visitor: signedOut, context };
}

function fillPart(
  part: DocumentPart,
  source: DocumentSource,
  values: TemplateValues,
): ContentBlock | ContentBlock[] | null {
  const plain = (text: string): string => fillTemplate(text, values).trim();
  switch (part.block) {
    case 'text':
    case 'fine': {
      const body = fillMarkdown(part.text, values);
      return body.length === 0 ? null : { block: part.block, body };
    }
    case 'seal':
      return {
        block: 'seal',
        lines: plain(part.text)
          .split('\n')
          .map((line) => line.trim()),
      };
    case 'banner':
      return { block: 'banner', text: plain(part.text) };
    case 'rows': {
      const rows = fillRows(part.rows, source, values);
      return rows.length === 0 ? null : { block: 'rows', title: part.title, rows };
    }
    case 'highlights': {
      const rows = fillRows(part.rows, source, values);
      return rows.length === 0 ? null : { block: 'highlights', rows };
    }
    case 'holder': {
      const lines = part.below
        .filter(({ when }) => holdsFor(when, source))
        .map(({ text }) => plain(text))
        .filter((line) => line !== '');
      const name = plain(part.name);
      return name === '' ? null : { block: 'holder', name, lines };
    }
    case 'list':
      return fillList(part, source, values);
    case 'signature':
      return signaturesOf(part, source, values).map((signed) => ({
        block: 'signature',
        position: plain(part.position),
        ...signed,
      }));
    case 'photo': {
      const file = pictureOf(source, part.source);
      if (!part.isWide) return { block: 'photo', file };
      // An empty frame on a permit says nothing.
      return file === null ? null : { block: 'photo', file, isWide: true };
    }
    case 'map': {
      const sketch = sketchAt(part.field, source);
      return sketch === null ? null : { block: 'map', sketch, text: plain(part.text) };
    }
    case 'qr':
      return { block: 'qr', text: plain(part.text) };
    case 'color':
    case 'back':
      return part;
  }
}

/** The place in the districts of today; null: there is no place, or its question has no districts any more. */
function sketchAt(field: FieldPath, source: DocumentSource): MapSketch | null {
  const scope = scopeOf(source);
  const geometry = readGeometry(readField(field, scope));
  const from = sourceOfValue(field, scope);
  if (geometry === null || from === null) return null;
  const districts = districtsIn(mappingOf(formInForce(source.portal, from.record)?.uiSchema[from.name]));
  return districts === null ? null : sketchOf(geometry, districts);
}

function fillList(list: DocumentList, source: DocumentSource, values: TemplateValues): ContentBlock | null {
  const rows = rowsOf(list, source).map((row) =>
    list.columns.map(({ text }) => fillTemplate(text, row).trim()),
  );
  if (rows.length === 0) return null;
  const { title, columns, total } = list;
  return {
    block: 'list',
    title,
    columns: columns.map(({ title: heading, isRight }) => ({ title: heading, isRight })),
    rows,
    total: total === null ? null : { label: total.label, text: fillTemplate(total.text, values).trim() },
  };
}

/** The values of a row's own fields, with the record's values for all others. */
function rowsOf({ over }: DocumentList, source: DocumentSource): TemplateValues[] {
  if ('below' in over) {
    return source
      .below()
      .filter(
        ({ type, state }) => type === over.below && (over.states.length === 0 || over.states.includes(state)),
      )
      .map((record) => valuesOf(source, { ...source.context, record, ancestors: [], facts: {} }));
  }
  const rows = readField(over.field, scopeOf(inWords(source)));
  return [rows].flat().flatMap((row) => (isMapping(row) ? [rowValues(row, over.field, source)] : []));
}

/** The rows of an assessment are texts for the reader of the sheet. */
function inWords(source: DocumentSource): DocumentSource {
  const { portal, context } = source;
  const spoken = (record: PortalRecord) => ({ ...record, data: printedData(portal, record.data) });
  const record = spoken(context.record);
  return { ...source, context: { ...context, record, ancestors: context.ancestors.map(spoken) } };
}

function rowValues(
  row: Readonly<Record<string, unknown>>,
  { ancestor, keys }: FieldPath,
  source: DocumentSource,
): TemplateValues {
  const { context } = source;
  // The rows may be those of a record above.
  const list = [ancestor ?? [], keys].flat().join('.');
  const around = valuesOf(source, context);
  // A longer path is read from the record that this row names, not from those that all rows name.
  const holder = recordOf(ancestor, context);
  const data = keys.reduceRight((below, key) => ({ [key]: below }), row);
  const alone = (record: PortalRecord) => (record === holder ? { ...record, data } : record);
  const ancestors = context.ancestors.map(alone);
  const inRow = valuesOf(source, { ...context, record: alone(context.record), ancestors });
  const valuesAt = (path: string): TemplateValues => (path.includes('.') ? inRow : around);
  const isOwn = (path: string): boolean => Object.hasOwn(row, path.split('.')[0] ?? '');
  return {
    speech: around.speech,
    read: (path) => {
      if (!isOwn(path)) return null;
      return path.includes('.') ? inRow.read(`${list}.${path}`) : row[path];
    },
    label: (path, value) => valuesAt(path).label(`${list}.${path}`, value),
    currency: (path) => valuesAt(path).currency(`${list}.${path}`),
  };
}

type SignatureBlock = Extract<ContentBlock, { block: 'signature' }>;

/** One for each person who signed. A printed name has one, and so has an empty line. */
function signaturesOf(
  { name, by }: Extract<DocumentPart, { block: 'signature' }>,
  { signers }: DocumentSource,
  values: TemplateValues,
): Pick<SignatureBlock, 'name' | 'signedAt' | 'picture'>[] {
  const people = by.map((step) => signers[step] ?? []).find((one) => one.length > 0) ?? [];
  const written = name === null ? '' : fillTemplate(name, values).trim();
  const last = people.at(-1);
  if (last === undefined) return [{ name: written === '' ? null : written }];
  // A printed name may be another person's, whose signature this is not.
  if (written !== '') return [{ name: written, signedAt: saySigned(last.at, values.speech) }];
  return people.map((signer) => ({
    name: signer.name,
    signedAt: saySigned(signer.at, values.speech),
    ...(signer.picture !== null && { picture: signer.picture }),
  }));
}

function pictureOf({ context, below }: DocumentSource, { item, below: type }: PhotoSource): string | null {
  const records = type === null ? [context.record] : below().filter((one) => one.type === type);
  for (const { items } of records) {
    const files = Object.hasOwn(items, item) ? (items[item]?.files ?? []) : [];
    const picture = files.findLast(({ type: kind }) => kind === 'image/jpeg' || kind === 'image/png');
    if (picture !== undefined) return picture.id;
  }
  return null;
}

function valuesOf({ portal, people, document }: DocumentSource, context: RecordContext): TemplateValues {
  const title = portal.documents[document.document]?.title;
  return templateValues({ portal, context, people, document, more: { 'document.title': title } });
}
