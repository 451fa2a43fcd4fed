/** Describes a part for its page: its form, its answers, and the parts below it. */
import { pointerTo } from '../portal/values/pointer.ts';
import type { EntriesModel, PartModel } from '../contract/editing.ts';
import type { Portal } from '../portal/model/portal.ts';
import { isMapping, mappingOf } from '../portal/values/is-mapping.ts';
import { sortOfFile, titleOfFile } from './editable-files.ts';
import { membersByKind } from './group-members.ts';
import { answersOf } from './part-answers.ts';
import { editionOf, nodeIn, valueOf } from './part-document.ts';
import { pathOfQuestion, schemasOfForm, titleOfKey } from './part-form.ts';
import type { OpenedPart } from './opened-part.ts';

/** Entries that are shown at once; a search finds the others. */
const mostShown = 60;

/** @param q words that its entries have */
export function modelOfPart(part: OpenedPart, q: string): PartModel {
  const { file, path, form, node, document, portal } = part;
  const around = valueOf(nodeIn(document, path.slice(0, -1)), document);
  const last = path.at(-1);
  const beside = (step: number): string | null =>
    Array.isArray(around) && typeof last === 'number' && last + step in around
      ? pointerTo(...path.slice(0, -1), last + step)
      : null;
  return {
    file: file.name,
    at: pointerTo(...path),
    title: titleOfPart(part, path.length),
    sort: sortOfFile(file.name) ?? 'kinds',
    way: path.map((_, depth) => ({
      at: pointerTo(...path.slice(0, depth)),
      title: titleOfPart(part, depth),
    })),
    edition: editionOf(node, part.text),
    isNew: node === null,
    mayGo: node !== null && path.length > 0,
    mayList: membersByKind(part) !== null,
    ...schemasOfForm(form),
    answers: answersOf(form, part),
    conditions: form.questions
      .filter(({ shape }) => shape === 'condition')
      .map(({ name, schema, ui }) => ({
        field: name,
        at: pointerTo(...pathOfQuestion(part, name)),
        title: String(schema['title']),
        help: typeof ui['ui:help'] === 'string' ? ui['ui:help'] : null,
      })),
    parts: form.parts.map((name) => ({
      at: pointerTo(...path, name),
      title: titleOfKey(portal.words, name),
    })),
    entries: form.entries.map((one) => entriesOf(part, one, q)),
    previous: beside(-1),
    next: beside(1),
    isKept: isKept(part),
  };
}

function entriesOf(
  { path, node, document, portal }: OpenedPart,
  { key, help, isOrdered }: OpenedPart['form']['entries'][number],
  q: string,
): EntriesModel {
  const own = key === '' ? path : [...path, key];
  const value = valueOf(key === '' ? node : nodeIn(document, own), document);
  const all = Array.isArray(value)
    ? value.map((one, at) => [at, one] as const)
    : Object.entries(mappingOf(value));
  const wanted = q.trim().toLowerCase();
  const found = all
    .map(([step, one]) => ({
      at: pointerTo(...own, step),
      title: titleOfValue(portal, one, step),
      about: aboutOf(one),
    }))
    .filter(({ title, about }) => wanted === '' || `${title} ${about}`.toLowerCase().includes(wanted));
  return {
    at: pointerTo(...own),
    title: titleOfKey(portal.words, String(own.at(-1) ?? '')),
    help,
    isOrdered,
    total: found.length,
    items: found.slice(0, mostShown),
  };
}

/** The title of the part around it that is `depth` levels below the file. */
function titleOfPart({ file, path, document, portal }: OpenedPart, depth: number): string {
  const step = path[depth - 1];
  if (step === undefined) return titleOfFile(file);
  const around = valueOf(nodeIn(document, path.slice(0, depth - 1)), document);
  const value = valueOf(nodeIn(document, path.slice(0, depth)), document);
  if (typeof step === 'number') return titleOfValue(portal, value, step);
  return isNamed(around, value) ? titleOfValue(portal, value, step) : titleOfKey(portal.words, step);
}

/** An entry of a mapping with names, such as a table of fees. */
function isNamed(around: unknown, value: unknown): boolean {
  return isMapping(around) && isMapping(value) && typeof value['title'] === 'string';
}

/** The words by which somebody recognises an entry. */
function titleOfValue({ papers }: Portal, value: unknown, step: string | number): string {
  const { title, label, paper, id, value: own, from, upTo } = mappingOf(value);
  const name = typeof paper === 'string' && Object.hasOwn(papers, paper) ? papers[paper]?.title : paper;
  const word = [title, label, name, id, own].find((one) => typeof one === 'string' && one !== '');
  if (typeof word === 'string') return word;
  if (typeof from === 'number' || typeof from === 'string') return `≥ ${from}`;
  if (typeof upTo === 'number' || typeof upTo === 'string') return `≤ ${upTo}`;
  return typeof step === 'number' ? String(step + 1) : step;
}

/** Its other values, shortened. */
function aboutOf(value: unknown): string {
  if (!isMapping(value)) return (Array.isArray(value) ? value : [value ?? '']).join(', ').slice(0, 160);
  return Object.entries(value)
    .filter(([key, one]) => !isMapping(one) && !Array.isArray(one) && !['title', 'label'].includes(key))
    .map(([key, one]) => `${key}: ${String(one)}`)
    .join(' · ')
    .slice(0, 160);
}

function isKept({ file, document }: OpenedPart): boolean {
  return sortOfFile(file.name) === 'lookups' && document.has('edit');
}
