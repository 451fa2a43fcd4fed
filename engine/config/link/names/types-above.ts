/** The record types above a type, as the files declare them. */
import { child, texts, type Cursor } from '../reading/cursor.ts';
import type { LinkContext } from '../reading/link-context.ts';

/** All types that can be above a record of this type, at any height. */
export function typesAbove(type: string, { names }: LinkContext): string[] {
  const found = new Set<string>();
  const walk = (one: string): void => {
    for (const parent of parentsOf(one, names.records)) {
      if (found.has(parent)) continue;
      found.add(parent);
      walk(parent);
    }
  };
  walk(type);
  return [...found];
}

function parentsOf(type: string, records: ReadonlyMap<string, Cursor>): string[] {
  const root = records.get(type);
  return root === undefined ? [] : texts(child(root, 'parent'));
}
