/** Parses one file to a plain value with positions, and reports all YAML mistakes. */
import { Composer, type CST, type Document, Lexer, type ParsedNode, Parser } from 'yaml';
import { createDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { cachedParse, isCaching, keepParsed, type KeptText, keptText } from '../cache/compile-cache.ts';
import type { FileKind, ParsedFile, SourceFile, SourceSpan } from '../source/source.ts';
import { keysOf } from '../../portal/values/pointer.ts';
import {
  createLineMap,
  keyAt,
  outlineOf,
  type ParsedText,
  scalarAt,
  type SourceTree,
  spanAt,
} from '../source/positions.ts';
import { toPlainValue } from './plain-value.ts';
import { describeProblem, type MistakenLine } from './syntax-problem.ts';

/** At most this number of syntax errors is reported of a file. */
const syntaxErrorsShown = 5;
/** A file with more mistakes usually has one cause, so only the first ones are reported. */
const mistakesShown = 100;

export interface ParseResult {
  /** The file as far as it could be read: its name counts even if its content is not valid. */
  readonly file: ParsedFile;
  readonly diagnostics: readonly Diagnostic[];
  /** The original text. */
  readonly source: string;
  /** False if the text is not valid YAML, so that the value is incomplete. */
  readonly isWhole: boolean;
}

/** Parses the content of a file and its mistakes. A text without mistakes is parsed once. */
export function parseFile(source: SourceFile, kind: FileKind): ParseResult {
  const known = cachedParse(source.text);
  if (known !== null) {
    return { file: placed(source, kind, known), diagnostics: [], source: source.text, isWhole: true };
  }
  return parse(source, kind);
}

/** Null if the text has a mistake. Nothing is cached. */
export function parseSound(text: string): KeptText | null {
  const { parsed, diagnostics } = parseText({ path: '', name: '', text });
  return diagnostics.length === 0 ? keptText(parsed) : null;
}

function parse(source: SourceFile, kind: FileKind): ParseResult {
  const { text, parsed, diagnostics, isWhole } = parseText(source);
  if (diagnostics.length === 0 && isCaching()) keepParsed(text, keptText(parsed));
  return { file: placed({ ...source, text }, kind, parsed), diagnostics, source: source.text, isWhole };
}

interface ReadText extends Pick<ParseResult, 'diagnostics' | 'isWhole'> {
  /** Without a byte order mark. */
  readonly text: string;
  readonly parsed: ParsedText;
}

function parseText(source: SourceFile): ReadText {
  const hasMark = source.text.startsWith('\uFEFF');
  const text = hasMark ? source.text.slice(1) : source.text;
  const lines = createLineMap(text);
  const { documents, tooDeepAt, directivesAt } = composeYaml(text);
  const root = documents[0]?.contents ?? null;
  const located: SourceTree = { file: source.path, text, lines };
  const at = (offset: number, length = 1): SourceSpan => ({
    file: source.path,
    ...lines.lineOf(offset),
    length,
  });
  const diagnostics: Diagnostic[] = [];
  if (hasMark) diagnostics.push(createDiagnostic('yaml/byte-order-mark', at(0), {}));
  if (tooDeepAt !== null) {
    diagnostics.push(createDiagnostic('yaml/too-deep', at(tooDeepAt), { limit: deepest }));
  }
  for (const offset of directivesAt) diagnostics.push(createDiagnostic('yaml/directive', at(offset), {}));
  const syntax = syntaxDiagnostics(documents, located);
  const misread: Diagnostic[] = [];
  const value = toPlainValue(root, { located, isBroken: syntax.length > 0, diagnostics: misread });
  // A bracket that is not closed makes what follows it look wrong.
  const isCut = misread.some(({ code }) => code === 'yaml/cut-bracket');
  if (!isCut) diagnostics.push(...syntax);
  const second = documents[1];
  if (second) diagnostics.push(createDiagnostic('yaml/several-documents', at(startOf(second, text)), {}));
  const brokenLines = new Set(isCut ? [] : syntax.map(({ line }) => line));
  diagnostics.push(...misread.filter(({ line }) => !brokenLines.has(line)).slice(0, mistakesShown));
  const isEmpty = tooDeepAt === null && syntax.length === 0 && value === null && diagnostics.length === 0;
  if (isEmpty) diagnostics.push(createDiagnostic('yaml/empty', at(0), {}));
  const isWhole = syntax.length === 0 && tooDeepAt === null && !isEmpty;
  return { text, parsed: { value, outline: outlineOf(root) }, diagnostics, isWhole };
}

/** Creates the file of a parsed text. */
function placed({ path, name, text }: SourceFile, kind: FileKind, parsed: ParsedText): ParsedFile {
  const tree: SourceTree = { file: path, text, lines: createLineMap(text) };
  return {
    path,
    name,
    kind,
    text,
    get value() {
      return parsed.value;
    },
    positions: (pointer, part = 'value') => spanAt(tree, parsed.outline, { pointer, part }),
    rangeOf: (pointer, part) => (part === 'key' ? keyAt : scalarAt)(parsed.outline, pointer),
    sourceOf(pointer) {
      const range = scalarAt(parsed.outline, pointer);
      if (range === null) return null;
      const said = keysOf(pointer).reduce<unknown>((of, key) => Object(of)[key], parsed.value);
      return typeof said === 'string' ? said : text.slice(...range);
    },
  };
}

/**
 * The first error of each line, in the order of the text. After an error the parser finds the lines that follow
 * indented wrongly, so only a first error is about indentation.
 */
function syntaxDiagnostics(documents: readonly Document.Parsed[], located: SourceTree): Diagnostic[] {
  const { file, lines, text } = located;
  const found = new Map<number, Diagnostic>();
  const conflict = /^<{7} .*$/m.exec(text);
  if (conflict !== null && documents.some(({ errors }) => errors.length > 0)) {
    const place = { file, ...lines.lineOf(conflict.index), length: conflict[0].length };
    return [createDiagnostic('yaml/merge-conflict', place, {})];
  }
  for (const { errors } of documents) {
    for (const { code, message, pos } of errors) {
      if (found.size >= syntaxErrorsShown) return [...found.values()];
      const offset = Math.min(pos[0], Math.max(0, text.trimEnd().length - 1));
      const { line, column } = lines.lineOf(offset);
      if (found.has(line) || (code === 'BAD_INDENT' && found.size > 0)) continue;
      const written = lines.textOf(line);
      const place = { file, line, column };
      if (/^ *\t/.test(written))
        found.set(
          line,
          createDiagnostic('yaml/tab', { ...place, column: written.indexOf('\t') + 1, length: 1 }, {}),
        );
      else
        found.set(
          line,
          bracesBefore(written, place) ??
            createDiagnostic(
              'yaml/syntax',
              place,
              describeProblem(code, message, { line: written, below: lineAbove(located, line) }),
            ),
        );
    }
  }
  return [...found.values()];
}

/** The nearest line above that is indented less. */
function lineAbove({ lines }: SourceTree, line: number): MistakenLine['below'] {
  const indentation = indentationOf(lines.textOf(line));
  for (let number = line - 1; number > 0; number -= 1) {
    const text = lines.textOf(number);
    if (/^ *[^ #]/.test(text) && indentationOf(text) < indentation) return { text, number };
  }
  return null;
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** `path: {area}/users`: a placeholder at the start of text without quotes. */
function bracesBefore(line: string, place: { file: string; line: number }): Diagnostic | null {
  const match = /^(.*?(?::|-|\[|,) +)(\{[\w.]+\}[^\s#][^#]*)/.exec(line);
  const [, before, written] = match ?? [];
  if (before === undefined || written === undefined) return null;
  const text = written.trim();
  const span = { ...place, column: before.length + 1, length: text.length };
  return createDiagnostic('yaml/unquoted-braces', span, { written: text });
}

function startOf(document: Document.Parsed, text: string): number {
  const [start] = document.range;
  const dashes = text.lastIndexOf('---', start + 3);
  return dashes === -1 ? start : dashes;
}

/** The most levels of lists and maps; the deepest form of a real configuration needs about twenty. */
const deepest = 100;

interface YamlDocuments {
  readonly documents: readonly Document.Parsed[];
  /** The place where the nesting becomes too deep, or null. If it is set, there are no documents. */
  readonly tooDeepAt: number | null;
  /** Offsets of lines such as `%YAML 1.1`. They would change the meaning of the text, so they are left out. */
  readonly directivesAt: readonly number[];
}

/** Every step takes linear time in the length of the text. */
function composeYaml(text: string): YamlDocuments {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > deepest) return { documents: [], tooDeepAt: offset, directivesAt: [] };
    offset += lexeme.length;
  }
  for (const token of parser.end()) tokens.push(token);
  const directives = tokens.filter(({ type }) => type === 'directive');
  const content = tokens.filter(({ type }) => type !== 'directive');
  const composer = new Composer<ParsedNode, true>({
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: false,
  });
  const documents = withoutTraces(() => [...composer.compose(content, true, text.length)]);
  return { documents, tooDeepAt: null, directivesAt: directives.map((token) => token.offset) };
}

/** The parser creates an exception for every error. Its stack trace is not needed, and takes most of the time. */
function withoutTraces<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
