/** Puts one statement together of those of its parts that have something to do. */
import type { Queryable } from './database.ts';
import { statementOf } from './statement-name.ts';

/** `$1`, `$2` … in its text are its own values. */
export interface StatementPart {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A part whose rows come as one value; nothing where there are none. */
export function partOf(name: string, text: string, rows: readonly object[]): StatementPart[] {
  return rows.length === 0 ? [] : [{ name, text, values: [JSON.stringify(rows)] }];
}

/**
 * Runs the parts as one statement, or nothing where there are none.
 * @param last what is asked behind the parts, which it may name; its `$1` is the first value of the first part
 */
export async function runParts(
  client: Queryable,
  parts: readonly StatementPart[],
  last = 'SELECT',
): Promise<void> {
  if (parts.length > 0) await client.query(statementOf('write', together(parts, last)));
}

function together(
  parts: readonly StatementPart[],
  last: string,
): { readonly text: string; readonly values: readonly unknown[] } {
  const values: unknown[] = [];
  const texts = parts.map(({ name, text, values: own }) => {
    const before = values.length;
    values.push(...own);
    return `${name} AS (${text.replaceAll(/\$(\d)/g, (_, index: string) => `$${before + Number(index)}`)})`;
  });
  return { text: `WITH ${texts.join(',\n')}\n${last}`, values };
}
