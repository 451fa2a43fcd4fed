/** Shows what people will see of an edited file: papers and questions, amounts, choices, sentences, members. */
import type { EditableSort, PreviewModel } from '../contract/editing.ts';
import { editingMessages } from '../locales/editing.ts';
import { sampleChanges } from '../plan/fee-samples.ts';
import { nameOfLanguage } from '../portal/language/language-name.ts';
import { say } from '../portal/language/say.ts';
import type { Portal } from '../portal/model/portal.ts';
import { mappingOf } from '../portal/values/is-mapping.ts';
import { describeKinds } from '../workbench/kinds.ts';
import { sortOfFile } from './editable-files.ts';
import { documentOf, nodeIn, valueOf } from './part-document.ts';
import type { OpenedPart } from './opened-part.ts';

interface PreviewSides {
  /** In force. */
  readonly before: Portal;
  /** With the answers, in the reader's language. */
  readonly after: Portal;
  /** Of the file with the answers. */
  readonly text: string;
  /** ISO date. */
  readonly today: string;
}

type Previewer = (part: OpenedPart, sides: PreviewSides) => PreviewModel;

export function previewOf(part: OpenedPart, sides: PreviewSides): PreviewModel {
  const sort = sortOfFile(part.file.name);
  return sort === null ? [] : previewers[sort](part, sides);
}

const previewers: Readonly<Record<EditableSort, Previewer>> = {
  kinds: previewKind,
  fees: previewFees,
  lookups: previewRows,
  texts: previewText,
  offices: previewGroups,
};

const plain = { before: null, after: null };

function previewKind({ file }: OpenedPart, { after }: PreviewSides): PreviewModel {
  const kind = describeKinds(after)
    .sets.flatMap(({ kinds }) => kinds)
    .find((one) => one.file === file.path);
  if (kind === undefined) return [];
  const { items = [] } = after.kinds[kind.key] ?? {};
  return [
    {
      title: kind.title,
      language: after.language,
      rows: kind.items.map(({ title, needed, each, how, valid }, at) => ({
        ...plain,
        title,
        lines: [items[at]?.help ?? '', [needed, each, how, valid].filter(Boolean).join(' · ')].filter(
          Boolean,
        ),
      })),
    },
    {
      title: say(after.words, editingMessages.questions),
      language: after.language,
      rows: kind.questions.map(({ title, needed }) => ({ ...plain, title, lines: [needed] })),
    },
  ].filter(({ rows }) => rows.length > 0);
}

function previewFees({ file }: OpenedPart, { before, after, today }: PreviewSides): PreviewModel {
  const schedule = Object.values(after.fees).find(({ place }) => place.file === file.path);
  if (schedule === undefined) return [];
  const samples = sampleChanges(before, after, today).filter(({ fees }) => fees === schedule.name);
  return [
    {
      title: say(
        after.words,
        samples.length === 0 ? editingMessages.noSampleDiffers : editingMessages.samples,
      ),
      language: after.language,
      rows: samples.flatMap(({ sample, before: was, after: is, lines }) => [
        { title: sample, lines: [], before: was, after: is },
        ...lines.map((line) => ({ title: line.title, lines: [], before: line.before, after: line.after })),
      ]),
    },
  ];
}

/** Rows that are shown before and behind the edited one. */
const rowsAround = 4;

function previewRows({ file, path }: OpenedPart, { after }: PreviewSides): PreviewModel {
  const name = (file.name.split('/').at(-1) ?? '').replace(/\.yaml$/, '');
  const lookup = after.lookups[name];
  if (lookup === undefined) return [];
  const at = typeof path[1] === 'number' ? path[1] : 0;
  const rows = lookup.rows.slice(Math.max(0, at - rowsAround), at + rowsAround + 1);
  return [
    {
      title: lookup.title,
      language: after.language,
      rows: rows.map((row) => ({
        ...plain,
        title: String(row['label'] ?? row['value']),
        lines: typeof row['group'] === 'string' ? [row['group']] : [],
      })),
    },
  ];
}

function previewText({ file, path }: OpenedPart, { text, before }: PreviewSides): PreviewModel {
  const [key] = path.slice(-1);
  if (path.length < 2 || typeof key !== 'string') return [];
  const document = documentOf({ name: `${file.name} with answers`, text });
  const value = valueOf(nodeIn(document, path), document);
  const language = (file.name.split('/').at(-1) ?? '').replace(/\.yaml$/, '');
  const [first = before.language] = before.locales;
  const said = typeof value === 'string' ? [value] : Object.values(mappingOf(value)).map(String);
  return [
    { title: nameOfLanguage(first), language: first, rows: [{ ...plain, title: key, lines: [] }] },
    {
      title: nameOfLanguage(language),
      language,
      rows: said.map((title) => ({ ...plain, title, lines: [] })),
    },
  ];
}

function previewGroups({ path }: OpenedPart, { after }: PreviewSides): PreviewModel {
  const [, name] = path;
  return Object.entries(after.groups)
    .filter(([key]) => name === undefined || key === name)
    .map(([title, members]) => ({
      title,
      language: after.language,
      rows: members.map((key) => ({ ...plain, title: after.departments[key]?.title ?? key, lines: [] })),
    }));
}
