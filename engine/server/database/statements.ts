/** Statements with several parts, and their names. */
import { createHash } from 'node:crypto';
import type { NamedStatement, Queryable } from './database.ts';

/** By text. */
const named = new Map<string, Pick<NamedStatement, 'name' | 'text'>>();
const mostNames = 2000;

/** The statement with a name that identifies exactly this text. */
export function statementOf(
  prefix: string,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): NamedStatement {
  let known = named.get(text);
  if (known === undefined) {
    known = { name: `${prefix}-${createHash('sha1').update(text).digest('hex').slice(0, 20)}`, text };
    if (named.size >= mostNames) named.clear();
    named.set(text, known);
  }
  // Whoever keeps the statement keeps the text that all others share.
  return { ...known, values };
}

/** `$1`, `$2` … in its text are its own values. */
export interface StatementPart {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A part whose rows are passed as one value; no part if there are no rows. */
export function partOf(name: string, text: string, rows: readonly object[]): StatementPart[] {
  return rows.length === 0 ? [] : [{ name, text, values: [JSON.stringify(rows)] }];
}

/**
 * Runs the parts as one statement, or nothing if there are none.
 * @param last query after the parts, which it may refer to; its `$1` is the first value of the first part
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
