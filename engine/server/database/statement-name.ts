/** Names a statement by its text, so that each connection plans it once. */
import { createHash } from 'node:crypto';
import type { NamedStatement } from './database.ts';

const names = new Map<string, string>();
const mostNames = 2000;

/** The statement with a name that identifies exactly this text. */
export function statementOf(
  prefix: string,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): NamedStatement {
  let name = names.get(text);
  if (name === undefined) {
    name = `${prefix}-${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
    if (names.size >= mostNames) names.clear();
    names.set(text, name);
  }
  return { name, text, values };
}
