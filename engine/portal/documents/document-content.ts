/** Builds an issued document: template and values → the blocks of the sheet, with all texts filled in. */
import type { Condition } from '../model/condition.ts';
import type {
  DocumentBlock,
  DocumentList,
  DocumentPart,
  DocumentTemplate,
  IssuedDocument,
  PaperSize,
} from '../model/document.ts';
import { holds } from '../conditions/evaluate.ts';
import { readField } from '../conditions/field-value.ts';
import { inFirstLanguage } from '../translation/in-language.ts';
import { isMapping } from '../values/is-mapping.ts';
import { fillMarkdown, type Markdown } from '../text/markdown.ts';
import type { Portal } from '../model/portal.ts';
import type { PortalRecord, RecordContext } from '../model/record.ts';
import type { EvaluationScope } from '../conditions/scope.ts';
import { spokenData } from '../fees/assessment.ts';
import { templateValues } from './template-values.ts';
import { fillTemplate, type TemplateValues } from '../text/text-template.ts';
import { maskedText } from '../access/visible-data.ts';
import { signedOut } from '../model/department.ts';

/** Stored with the document when it is issued, so that a reprint is identical. */
export interface DocumentContent {
  readonly title: string;
  readonly paper: PaperSize;
  readonly subject: string | null;
  readonly blocks: readonly ContentBlock[];
}

export type ContentBlock =
  | { readonly block: 'text' | 'fine'; readonly body: readonly Markdown[] }
  | { readonly block: 'seal'; readonly lines: readonly string[] }
  | { readonly block: 'banner'; readonly text: string }
  | {
      readonly block: 'rows';
      readonly title: string | null;
      readonly rows: readonly { readonly label: string; readonly text: string }[];
    }
  | {
      readonly block: 'list';
      readonly title: string | null;
      readonly columns: readonly { readonly title: string; readonly isRight: boolean }[];
      readonly rows: readonly (readonly string[])[];
      readonly total: { readonly label: string; readonly text: string } | null;
    }
  | { readonly block: 'signature'; readonly position: string; readonly name: string | null }
  /** Id of the file; null: no picture. */
  | { readonly block: 'photo'; readonly file: string | null }
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
  /** Name of the person who took each step of the record, by step. */
  readonly signers: Readonly<Record<string, string>>;
  readonly document: IssuedDocument;
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
    blocks: template.blocks
      .filter((block) => isShown(block, source))
      .flatMap(({ part }) => fillPart(part, source, values) ?? []),
  };
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

function fillPart(part: DocumentPart, source: DocumentSource, values: TemplateValues): ContentBlock | null {
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
      const shown = part.rows.filter(({ when }) => holdsFor(when, source));
      const rows = shown.map(({ label, text }) => ({ label: plain(label), text: plain(text) }));
      const said = rows.filter(({ text }) => text !== '');
      return said.length === 0 ? null : { block: 'rows', title: part.title, rows: said };
    }
    case 'list':
      return fillList(part, source, values);
    case 'signature':
      return { block: 'signature', position: plain(part.position), name: signerOf(part, source, values) };
    case 'photo':
      return { block: 'photo', file: pictureOf(source.context.record, part.item) };
    case 'qr':
      return { block: 'qr', text: plain(part.text) };
    case 'color':
    case 'back':
      return part;
  }
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
  const base = valuesOf(source, source.context);
  return [rows]
    .flat()
    .flatMap((row) => (isMapping(row) ? [rowValues(row, over.field.keys.join('.'), base)] : []));
}

/** The rows of an assessment are texts for the reader of the sheet. */
function inWords(source: DocumentSource): DocumentSource {
  const { portal, context } = source;
  const spoken = (record: PortalRecord) => ({ ...record, data: spokenData(portal, record.data) });
  const record = spoken(context.record);
  return { ...source, context: { ...context, record, ancestors: context.ancestors.map(spoken) } };
}

function rowValues(
  row: Readonly<Record<string, unknown>>,
  list: string,
  base: TemplateValues,
): TemplateValues {
  const isOwn = (path: string): boolean => Object.hasOwn(row, path.split('.')[0] ?? '');
  return {
    speech: base.speech,
    read: (path) => (isOwn(path) ? row[path] : null),
    label: (path, value) => base.label(`${list}.${path}`, value),
  };
}

function signerOf(
  { name, by }: Extract<DocumentPart, { block: 'signature' }>,
  { signers }: DocumentSource,
  values: TemplateValues,
): string | null {
  const written = name === null ? '' : fillTemplate(name, values).trim();
  if (written !== '') return written;
  return by.map((step) => signers[step]).find((one) => one !== undefined) ?? null;
}

function pictureOf({ items }: PortalRecord, item: string): string | null {
  const files = Object.hasOwn(items, item) ? (items[item]?.files ?? []) : [];
  return files.findLast(({ type }) => type === 'image/jpeg' || type === 'image/png')?.id ?? null;
}

function valuesOf({ portal, people, document }: DocumentSource, context: RecordContext): TemplateValues {
  const title = portal.documents[document.document]?.title;
  return templateValues({ portal, context, people, document, more: { 'document.title': title } });
}
