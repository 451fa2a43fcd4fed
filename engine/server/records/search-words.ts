/** The words by which a record is found: its number, its texts, and what its lists show from the records above. */
import type { Portal } from '../../portal/portal.ts';
import type { RecordContext } from '../../portal/record.ts';
import { columnValue } from './column-value.ts';

const mostWords = 400;

/** What stands in fields that not every reader may read is left out: a search would give it away. */
export function searchWords(portal: Portal, context: RecordContext): string[] {
  const { record } = context;
  const type = portal.recordTypes[record.type];
  const texts = Object.entries(record.data)
    .filter(([name]) => !Object.hasOwn(type?.fields ?? {}, name) || isOpen(portal, record.type, name))
    .flatMap(([, value]) => (typeof value === 'string' && value.length <= 300 ? [value] : []));
  const shown = Object.values(type?.lists ?? {})
    .flatMap((list) => list.columns)
    .filter((column) => column.value.includes('.'))
    .map((column) => columnValue(context, column.value))
    .filter((value) => typeof value === 'string');
  const number = record.number === null ? [] : [record.number];
  const words = [...number, record.slug, ...texts, ...shown].flatMap(wordsOf);
  return [...new Set(words)].slice(0, mostWords);
}

/** Lower case, without accents, split at everything that is no letter or digit. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && word.length <= 64);
}

function isOpen(portal: Portal, type: string, field: string): boolean {
  return portal.recordTypes[type]?.fields[field]?.read.test === 'always';
}
