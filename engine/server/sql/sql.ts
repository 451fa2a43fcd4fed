/** The values of a statement under construction, and the rows that its conditions are about. */
import type { Scope } from '../../portal/conditions/scope.ts';

/** Assigns `$1`, `$2` … to values. The same value of the same type is passed once. */
export interface Parameters {
  readonly values: unknown[];
  /** A placeholder with its type, such as `$3::text[]`. */
  add(value: unknown, type: SqlType): string;
}

export type SqlType =
  'text' | 'text[]' | 'uuid' | 'uuid[]' | 'jsonb' | 'jsonb[]' | 'integer' | 'timestamptz' | 'numeric';

export function createParameters(): Parameters {
  const values: unknown[] = [];
  const known = new Map<string, string>();
  return {
    values,
    add(value, type) {
      const key = `${type} ${JSON.stringify(value)}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      values.push(value);
      const placeholder = `$${values.length}::${type}`;
      known.set(key, placeholder);
      return placeholder;
    },
  };
}

/** The statement with only the values that it uses. Values of removed clauses are dropped. */
export function complete(
  text: string,
  { values }: Parameters,
): { readonly text: string; readonly values: readonly unknown[] } {
  const named = [...text.matchAll(/\$(\d+)(?=::)/g)].map((match) => Number(match[1]));
  const used = [...new Set(named)].sort((a, b) => a - b);
  return {
    text: text.replace(/\$(\d+)(?=::)/g, (_, number: string) => `$${used.indexOf(Number(number)) + 1}`),
    values: used.map((number) => values[number - 1]),
  };
}

/** Writes values as literals, for SQL that takes no parameters: the condition of an index. */
export function createLiterals(): Parameters {
  return {
    values: [],
    add(value, type) {
      if (Array.isArray(value))
        return `ARRAY[${value.map((one) => quoted(String(one))).join(', ')}]::${type}`;
      return value === null ? `NULL::${type}` : `${quoted(String(value))}::${type}`;
    },
  };
}

const literals = createLiterals();

/**
 * A value of the configuration as a literal, so that PostgreSQL plans for it even in a named statement. A text with
 * a dollar sign could look like a placeholder and is passed as a value.
 */
export function constant(value: unknown, type: SqlType, parameters: Parameters): string {
  const isPlain = !JSON.stringify(value).includes('$');
  return isPlain ? literals.add(value, type) : parameters.add(value, type);
}

/** The row that a condition is about. */
export interface SqlScope extends Scope {
  readonly parameters: Parameters;
  /** ISO date in the portal's time zone. */
  readonly today: string;
  /** Alias of the row of `records` in the statement. */
  readonly alias: string;
  /** Its record type, or null for any type. */
  readonly type: string | null;
  /** The row with this alias has one of these states; left out: nothing is known about its state. */
  readonly known?: { readonly alias: string; readonly states: readonly string[] };
  /** Ids of records with a missing paper of their own, if that was looked up before. */
  readonly lacking?: readonly string[];
  /** For a relative, only the row and its ancestors are known: no children, parties or history. */
  readonly isRelative: boolean;
  /** The condition is inside an odd number of `not`, as in `EvaluationScope`. */
  readonly isBar?: boolean;
}

/** A condition that needs no database is already true or false. As SQL it may be null, which counts as false. */
export type Clause = boolean | SqlClause;

type SqlClause = string | Junction;

/** Clauses that are joined. As a text it is SQL. */
interface Junction {
  readonly by: 'AND' | 'OR';
  readonly of: readonly SqlClause[];
  toString(): string;
}

/**
 * Leaves out what follows from the other clauses, because PostgreSQL would count it twice when it estimates the rows:
 * `x AND (x OR y)` is `x`.
 */
export function and(clauses: readonly Clause[]): Clause {
  const open = clauses.filter((clause) => clause !== true);
  if (open.includes(false)) return false;
  const parts = partsOf('AND', open);
  const known = new Set(parts.filter((part) => !isJunction(part)).map(String));
  const rest = parts.flatMap((part) => {
    const needed = isJunction(part) ? without(part, known) : part;
    return needed === null ? [] : [needed];
  });
  return rest.length === 0 ? true : junction('AND', rest);
}

export function or(clauses: readonly Clause[]): Clause {
  const open = clauses.filter((clause) => clause !== false);
  if (open.includes(true)) return true;
  return open.length === 0 ? false : junction('OR', partsOf('OR', open));
}

/** The alternatives without the known clauses; null: one of them follows from these. */
function without({ of }: Junction, known: ReadonlySet<string>): SqlClause | null {
  const alternatives = of.map((one) =>
    (isJunction(one) ? one.of : [one]).filter((part) => !known.has(String(part))),
  );
  if (alternatives.some((parts) => parts.length === 0)) return null;
  return junction(
    'OR',
    alternatives.map((parts) => junction('AND', parts)),
  );
}

/** The clauses with the parts of those that are joined in the same way, each once. */
function partsOf(by: Junction['by'], clauses: readonly Clause[]): SqlClause[] {
  const parts = clauses.flatMap((clause) => {
    if (typeof clause === 'boolean') return [];
    return isJunction(clause) && clause.by === by ? clause.of : [clause];
  });
  return [...new Map(parts.map((part) => [String(part), part])).values()];
}

function junction(by: Junction['by'], of: readonly SqlClause[]): SqlClause {
  const [first, ...others] = of;
  if (first !== undefined && others.length === 0) return first;
  return { by, of, toString: () => `(${of.map(String).join(` ${by} `)})` };
}

function isJunction(clause: SqlClause): clause is Junction {
  return typeof clause !== 'string';
}

/** The exact complement: null, which joins and WHERE treat as false, becomes true. */
export function not(clause: Clause): Clause {
  return typeof clause === 'boolean' ? !clause : `(${String(clause)}) IS NOT TRUE`;
}

/** As the text of a WHERE clause. */
export function toSql(clause: Clause): string {
  return String(clause);
}

/** An alias for the row of a relative that no enclosing row uses. */
export function aliasBelow(place: SqlScope): string {
  return `${place.alias}_`;
}

/** An alias for the row of a record that an answer names. */
export function aliasReferred(place: SqlScope): string {
  return `${place.alias}_to`;
}

/** The id of the nearest ancestor of this type; null: the parent. */
export function ancestorId(place: SqlScope, type: string | null): string {
  if (type === null) return `${place.alias}.parent`;
  const above = `${place.alias}_up`;
  const wanted = place.parameters.add(type, 'text');
  return (
    `(SELECT ${above}.id FROM records ${above} WHERE ${above}.id = ANY(${place.alias}.ancestors) ` +
    `AND ${above}.type = ${wanted} ORDER BY array_position(${place.alias}.ancestors, ${above}.id) LIMIT 1)`
  );
}

/** The id of the profile of this type that the row's owner has. */
export function profileId(place: SqlScope, type: string): string {
  const profile = `${place.alias}_of`;
  const wanted = constant(type, 'text', place.parameters);
  return (
    `(SELECT ${profile}.id FROM records ${profile} WHERE ${profile}.owner = ${place.alias}.owner ` +
    `AND ${profile}.type = ${wanted} ORDER BY ${profile}.created_at DESC, ${profile}.id DESC LIMIT 1)`
  );
}

/** The event `e` is an act of this account, or a deputy's in its place. */
export function isActOf(account: string): string {
  return `(e.account = ${account} OR (e.detail ? 'for' AND e.detail ->> 'for' = (${account})::text))`;
}

/** Quotes a text as an SQL literal. Used for names from the configuration that must match an index. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
