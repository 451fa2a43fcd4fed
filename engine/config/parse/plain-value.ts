/** Converts YAML nodes to plain values, and reports YAML that means something else than its author expects. */
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { createDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { rangeOf, type SourceTree, spanOf, textOfKey } from '../source/positions.ts';

interface ValueContext {
  readonly located: SourceTree;
  /** The file has syntax errors. */
  readonly isBroken: boolean;
  readonly diagnostics: Diagnostic[];
}

/** Aliases are never expanded, so the value is never larger than the text. */
export function toPlainValue(node: unknown, valueContext: ValueContext): unknown {
  if (isScalar(node)) return scalarValue(node, valueContext);
  if (isAlias(node)) return refuse(node, valueContext, 'yaml/anchor');
  if (isMap(node)) {
    if (node.anchor !== undefined) refuse(node, valueContext, 'yaml/anchor');
    if (node.tag !== undefined) refuse(node, valueContext, 'yaml/tag');
    return mapValue(node, valueContext);
  }
  if (isSeq(node)) {
    if (node.anchor !== undefined) refuse(node, valueContext, 'yaml/anchor');
    if (node.tag !== undefined) refuse(node, valueContext, 'yaml/tag');
    return node.items.map((item) => toPlainValue(item, valueContext));
  }
  return null;
}

function scalarValue(node: Scalar, valueContext: ValueContext): unknown {
  const { value } = node;
  if (node.anchor !== undefined) refuse(node, valueContext, 'yaml/anchor');
  if (node.tag !== undefined) refuse(node, valueContext, 'yaml/tag');
  if (typeof value === 'string') {
    if (node.type === 'PLAIN') {
      if (value.length < 4) reportBooleanWord(node, value, valueContext);
      reportCutText(node, value, valueContext);
    }
    return value;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    const { located, diagnostics } = valueContext;
    const written = node.source ?? String(value);
    diagnostics.push(createDiagnostic('yaml/not-a-number', spanOf(located, rangeOf(node)), { written }));
    return null;
  }
  return value;
}

function reportBooleanWord(node: Scalar, word: string, { located, diagnostics }: ValueContext): void {
  if (!/^(?:on|off|yes|no)$/i.test(word)) return;
  diagnostics.push(createDiagnostic('yaml/boolean-word', spanOf(located, rangeOf(node)), { word }));
}

/** A comment without a blank after its `#`. */
const tightComment = /( +)(#[\p{L}\p{N}].*)/uy;

/** `title: Permit #1`: YAML reads only `Permit`. */
function reportCutText(
  { range }: Scalar,
  text: string,
  { located, isBroken, diagnostics }: ValueContext,
): void {
  const end = range?.[1] ?? 0;
  if (located.text[end] !== ' ') return;
  tightComment.lastIndex = end;
  const [, blanks = '', comment] = tightComment.exec(located.text) ?? [];
  if (comment === undefined) return;
  const start = end + blanks.length;
  const span = spanOf(located, [start, start + comment.length]);
  const code = isBroken && closesBracket(comment) ? 'yaml/cut-bracket' : 'yaml/cut-text';
  diagnostics.push(createDiagnostic(code, span, { text, comment: comment.trimEnd() }));
}

/** `{ title: Permit #1 }`: the bracket that would end the map is in the comment. */
function closesBracket(comment: string): boolean {
  const countOf = (brackets: RegExp) => comment.match(brackets)?.length ?? 0;
  return countOf(/[}\]]/g) > countOf(/[{[]/g);
}

function refuse(node: Node, { located, diagnostics }: ValueContext, code: 'yaml/anchor' | 'yaml/tag'): null {
  const { text } = located;
  const [start] = node.range ?? [0];
  // An anchor or a tag precedes its node: skip white space backwards to find its start.
  const before = /[&!]\S*\s*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? '';
  const span = spanOf(located, rangeOf(node));
  const [written = ''] = (before === '' ? text.slice(start) : before).split(/[\s,\]}]/, 1);
  const column = Math.max(1, span.column - (before.includes('\n') ? 0 : before.length));
  diagnostics.push(createDiagnostic(code, { ...span, column, length: written.length }, { written }));
  return null;
}

function mapValue(map: YAMLMap, valueContext: ValueContext): Record<string, unknown> | null {
  if (map.flow === true && reportBraces(map, valueContext)) return null;
  const value: Record<string, unknown> = {};
  const first = new Map<string, Node>();
  for (const pair of map.items) {
    const key = keyOf(pair, valueContext);
    if (key === null) continue;
    const node = toNode(pair.key);
    const earlier = first.get(key);
    if (earlier) reportDuplicate(key, { earlier, node, reading: valueContext });
    else if (node) first.set(key, node);
    value[key] = toPlainValue(pair.value, valueContext);
  }
  return value;
}

/** The key as text; null (reported) if it cannot be a key. */
function keyOf({ key }: Pair, valueContext: ValueContext): string | null {
  const { located, diagnostics } = valueContext;
  const node = toNode(key);
  if (!isScalar(key)) {
    if (node === null) return null;
    const written = located.text.slice(node.range?.[0], node.range?.[1]).slice(0, 60);
    const code = isAlias(node) ? 'yaml/anchor' : 'yaml/unquoted-braces';
    diagnostics.push(createDiagnostic(code, spanOf(located, rangeOf(node)), { written }));
    return null;
  }
  if (key.anchor !== undefined) refuse(key, valueContext, 'yaml/anchor');
  const text = textOfKey(key);
  if (key.type === 'PLAIN') reportBooleanWord(key, text, valueContext);
  if (text === '<<') {
    diagnostics.push(createDiagnostic('yaml/anchor', spanOf(located, rangeOf(key)), { written: text }));
    return null;
  }
  if (text in Object.prototype) {
    diagnostics.push(createDiagnostic('yaml/reserved-key', spanOf(located, rangeOf(key)), { key: text }));
    return null;
  }
  return text;
}

function reportDuplicate(
  key: string,
  {
    earlier,
    node,
    reading,
  }: { readonly earlier: Node; readonly node: Node | null; readonly reading: ValueContext },
): void {
  const { located, diagnostics } = reading;
  const { line } = spanOf(located, rangeOf(earlier));
  diagnostics.push(createDiagnostic('yaml/duplicate-key', spanOf(located, rangeOf(node)), { key, line }));
}

/**
 * `title: {number}` is a map with a key and no value, and in `{ label: Ready, set, go }` each comma starts a key.
 * @returns true if the whole map was meant as text
 */
function reportBraces(map: YAMLMap, { located, diagnostics }: ValueContext): boolean {
  const bare = map.items.filter(({ value }) => value === null);
  if (bare.length === 0) return false;
  const { text } = located;
  if (bare.length === map.items.length) {
    const written = text.slice(map.range?.[0], map.range?.[1]).slice(0, 60);
    diagnostics.push(createDiagnostic('yaml/unquoted-braces', spanOf(located, rangeOf(map)), { written }));
    return true;
  }
  for (const pair of bare) {
    const before = toNode(map.items[map.items.indexOf(pair) - 1]?.value);
    const node = toNode(pair.key);
    const meant = text.slice(before?.range?.[0] ?? node?.range?.[0], node?.range?.[1]).slice(0, 120);
    const details = { key: textOfKey(pair.key), text: meant };
    diagnostics.push(createDiagnostic('yaml/unquoted-comma', spanOf(located, rangeOf(node)), details));
  }
  map.items = map.items.filter((pair) => !bare.includes(pair));
  return false;
}

function toNode(value: unknown): Node | null {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value) ? value : null;
}
