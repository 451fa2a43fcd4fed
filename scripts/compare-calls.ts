/**
 * Compares two recordings of the API calls of the server tests: `node scripts/compare-calls.ts BEFORE AFTER`.
 * `RECORD_CALLS=FILE npx vitest run tests/server` creates a recording. The exit code is 1 if a response differs.
 */
import { readFileSync } from 'node:fs';

interface RecordedCall {
  readonly test: string;
  readonly method: string;
  readonly route: string | null;
  readonly url: string;
  readonly body: string | null;
  readonly status: number;
  readonly type: string;
  readonly answer: string | null;
}

/** The values of responses by their path. Rows are merged: rows that sort equal come in any order. */
type Values = Map<string, Set<string>>;

/** Groups equal calls of one test, and the pages of one list, by a key. */
type Recording = ReadonlyMap<
  string,
  { readonly route: string; readonly test: string; readonly values: Values }
>;

/** Values that change with every run, by their format. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g, '<moment>'],
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>'],
  [/127\.0\.0\.1:\d+/g, '<host>'],
  [/\b[A-Z]+-\d{4}-\d{4,}\b/g, '<number>'],
  [/(?=[a-z_-]*[A-Z\d])[\w-]{22,}(\.[\w-]{10,})*/g, '<token>'],
  [/(?<=[a-zA-Z]-)[\da-f]{6,8}(?![a-z\d])/g, '<random>'],
  [/(?<=\.)\d{8}(?!\d)/g, '<random>'],
  [/(?<=\/)[a-z]{12}(?=[/? ]|$)/g, '<random>'],
  [/(?<=[?&]parent=)[a-z\d]+/g, '<random>'],
  [/(?<![a-z\d])(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{8,16}(?![a-z\d])/g, '<random>'],
  [/[?&]cursor=[^& ]*/g, ''],
];

/** The same by name, for values without a recognisable format. */
const changingNames = /\.(slug|owner|parent|cursor|next|hash|form|request|instance|since|token|kid)$/;

const none: ReadonlySet<string> = new Set();

const [before, after] = process.argv.slice(2);
if (before === undefined || after === undefined) {
  console.error('Use: node scripts/compare-calls.ts BEFORE AFTER');
  process.exit(2);
}
const lines = compare(readRecording(before), readRecording(after));
for (const line of lines) console.log(line);
process.exitCode = lines.length === 0 ? 0 : 1;

function readRecording(file: string): Recording {
  const calls = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const found = new Map<string, { route: string; test: string; values: Values }>();
  for (const line of calls) {
    const call = JSON.parse(line) as RecordedCall;
    const route = `${call.method} ${call.route ?? '(none)'}`;
    const key = [call.test, route, settled(call.url), settled(call.body ?? '')].join('\n');
    const group = found.get(key) ?? { route, test: call.test, values: new Map() };
    found.set(key, group);
    add(group.values, 'status', `${call.status} ${call.type}`);
    if (call.answer !== null) collect(parsed(call.answer), 'answer', group.values);
  }
  return found;
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}

function collect(value: unknown, path: string, values: Values): void {
  if (typeof value !== 'object' || value === null) return add(values, path, plain(value, path));
  const isList = Array.isArray(value);
  const parts = Object.entries(value);
  if (parts.length === 0) add(values, path, isList ? '[]' : '{}');
  for (const [name, part] of parts) collect(part, isList ? `${path}[]` : `${path}.${settled(name)}`, values);
}

function plain(value: unknown, path: string): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return changingNames.test(path) ? '<text>' : JSON.stringify(settled(value));
}

function settled(text: string): string {
  return changing.reduce((told, [pattern, word]) => told.replaceAll(pattern, word), text);
}

function add(values: Values, path: string, value: string): void {
  values.set(path, (values.get(path) ?? new Set()).add(value));
}

/**
 * @returns a line for each difference, with the number of calls that have it. If only some tests ran again, only
 * those are compared
 */
function compare(old: Recording, now: Recording): readonly string[] {
  const tests = testsOf(old).intersection(testsOf(now));
  const found = new Map<string, readonly string[]>();
  const note = (text: string, test: string): void => void found.set(text, [...(found.get(text) ?? []), test]);
  for (const [key, { route, test, values }] of old) {
    const other = now.get(key);
    if (!tests.has(test)) continue;
    if (other === undefined) note(`${route}  is called before only`, test);
    else for (const text of differences(values, other.values)) note(`${route}  ${text}`, test);
  }
  for (const [key, { route, test }] of now)
    if (tests.has(test) && !old.has(key)) note(`${route}  is called after only`, test);
  console.error(
    `${tests.size} tests, ${old.size} and ${now.size} different calls, ${found.size} differences.`,
  );
  return [...found].map(([text, [test, ...more]]) => `${text}  (${more.length + 1}: ${test})`).toSorted();
}

function testsOf(recording: Recording): Set<string> {
  return new Set([...recording.values()].map(({ test }) => test));
}

/** If the status differs, only the status is reported. */
function differences(old: Values, now: Values): readonly string[] {
  const all = differencesAt(['status'], old, now);
  return all.length > 0 ? all : differencesAt(new Set([...old.keys(), ...now.keys()]), old, now);
}

function differencesAt(paths: Iterable<string>, old: Values, now: Values): readonly string[] {
  return [...paths].flatMap((path) => {
    const [one, other] = [old.get(path) ?? none, now.get(path) ?? none];
    const [gone, come] = [one.difference(other), other.difference(one)];
    return gone.size + come.size === 0 ? [] : [`${path}: ${shown(gone)} → ${shown(come)}`];
  });
}

function shown(values: ReadonlySet<string>): string {
  const text = [...values].toSorted().join(' ') || 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
