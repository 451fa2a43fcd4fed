/** The arguments of `munisipyo explain`, and what they ask. */
import { parseFlags, readArguments } from '../arguments.ts';

export const usage = `Usage: munisipyo explain PATH [--as DEPARTMENT] [--can flag,!flag] [--json]
       munisipyo explain --batch   reads JSON lines {"path","as"?,"can"?} and writes one line for each
       munisipyo explain RECORD [TRANSITION|read|update] [--as ACCOUNT|DEPARTMENT] [--at DATE] [--format text|json]
       munisipyo explain RECORD item ITEM [--as ACCOUNT|DEPARTMENT] [--at DATE] [--format text|json]
       munisipyo explain RECORD kind KIND [--as ACCOUNT|DEPARTMENT] [--at DATE] [--format text|json]
       munisipyo explain type TYPE [TRANSITION|read|update] [--as DEPARTMENT] [--can flag,!flag] [--state STATE] [--own]
                 [--kind KIND] [--office OFFICE] [--unit UNIT] [--data FILE|JSON] [--given TEST]... [--not TEST]...
                 [--at DATE] [--format text|json]
       munisipyo explain kind KIND [--type TYPE] [--state STATE] [--kind KIND] [--office OFFICE] [--unit UNIT]
                 [--data FILE|JSON] [--at DATE] [--format text|json]
Shows every rule that decides, its line, the values that it read, and what would change the answer.
RECORD     a number, an id, a slug or type/slug. These calls read the database, under the version in force.
--as       an account by its e-mail address, slug or id, or a department. Default: somebody who is not signed in.
--at       asks as on this day, with the record as it is now.
type, kind need no database: what --data, --state, --given and --not do not say is not known (?).
--given    a test that is true, in the words of conditions: --given 'party: owner'. --not: one that is false.
Words before a name are accepted too: page PATH, record RECORD, action RECORD TRANSITION, item RECORD ITEM.
Exit code: 0 explained; 1 the configuration has mistakes; 2 wrong arguments, an unknown name, or no database.
`;

export interface ExplainWords {
  readonly as: string | undefined;
  readonly can: Readonly<Record<string, boolean>>;
  readonly isJson: boolean;
  /** ISO date or date-time. */
  readonly at: string | undefined;
  readonly state: string | undefined;
  readonly kind: string | undefined;
  readonly office: string | undefined;
  readonly unit: string | undefined;
  readonly type: string | undefined;
  readonly isOwn: boolean;
  /** A file, or JSON. */
  readonly data: string | undefined;
  readonly given: readonly string[];
  readonly not: readonly string[];
}

export type ExplainSubject =
  | { readonly of: 'lines' }
  | { readonly of: 'path'; readonly path: string }
  /** `rule`: a step, `read` or `update`; null: all of them. */
  | { readonly of: 'record'; readonly record: string; readonly rule: string | null }
  | {
      readonly of: 'requirement';
      readonly record: string;
      readonly what: 'item' | 'kind';
      readonly name: string;
    }
  | { readonly of: 'type'; readonly type: string; readonly rule: string | null }
  | { readonly of: 'kind'; readonly kind: string };

const options = {
  as: { type: 'string' },
  can: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  batch: { type: 'boolean' },
  format: { type: 'string' },
  at: { type: 'string' },
  state: { type: 'string' },
  kind: { type: 'string' },
  office: { type: 'string' },
  unit: { type: 'string' },
  type: { type: 'string' },
  own: { type: 'boolean' },
  data: { type: 'string' },
  given: { type: 'string', multiple: true },
  not: { type: 'string', multiple: true },
} as const;

/** Options that only some questions have. */
const optionsOf: Readonly<Record<ExplainSubject['of'], readonly (keyof typeof options)[]>> = {
  lines: ['batch'],
  path: ['as', 'can', 'json'],
  record: ['as', 'can', 'json', 'format', 'at'],
  requirement: ['as', 'can', 'json', 'format', 'at'],
  type: [
    'as',
    'can',
    'json',
    'format',
    'at',
    'state',
    'kind',
    'office',
    'unit',
    'own',
    'data',
    'given',
    'not',
  ],
  kind: ['json', 'format', 'at', 'type', 'state', 'kind', 'office', 'unit', 'data'],
};

/** @returns null for wrong arguments */
export function readExplainWords(
  args: readonly string[],
): { readonly subject: ExplainSubject; readonly words: ExplainWords } | null {
  const read = readArguments(args, options);
  if (read === null) return null;
  const { values } = read;
  const subject = subjectOf(read.positionals, values.batch === true);
  const { format = 'text' } = values;
  if (subject === null || !['text', 'json'].includes(format)) return null;
  const allowed: readonly string[] = optionsOf[subject.of];
  if (Object.keys(values).some((name) => !allowed.includes(name))) return null;
  const { as, at, state, kind, office, unit, type, data, given = [], not = [] } = values;
  const words = {
    as,
    at,
    state,
    kind,
    office,
    unit,
    type,
    data,
    given,
    not,
    can: parseFlags(values.can ?? []),
    isJson: values.json === true || format === 'json',
    isOwn: values.own === true,
  };
  return at !== undefined && Number.isNaN(Date.parse(at)) ? null : { subject, words };
}

function subjectOf(said: readonly string[], isBatch: boolean): ExplainSubject | null {
  const [first, second, third, ...more] = said;
  if (isBatch) return first === undefined ? { of: 'lines' } : null;
  if (first === undefined || more.length > 0) return null;
  const isPair = second !== undefined && third === undefined;
  switch (first) {
    case 'page':
      return isPair ? { of: 'path', path: second } : null;
    case 'record':
      return second === undefined ? null : { of: 'record', record: second, rule: third ?? null };
    case 'action':
      return second === undefined || third === undefined
        ? null
        : { of: 'record', record: second, rule: third };
    case 'item':
      return second === undefined || third === undefined
        ? null
        : { of: 'requirement', record: second, what: first, name: third };
    case 'type':
      return second === undefined ? null : { of: 'type', type: second, rule: third ?? null };
    case 'kind':
      return isPair ? { of: 'kind', kind: second } : null;
    default:
      break;
  }
  if (first.startsWith('/')) return second === undefined ? { of: 'path', path: first } : null;
  if (third === undefined) return { of: 'record', record: first, rule: second ?? null };
  return second === 'item' || second === 'kind'
    ? { of: 'requirement', record: first, what: second, name: third }
    : null;
}
