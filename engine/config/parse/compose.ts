/** Text to YAML nodes, within a depth that no stack minds: what is nested deeper is refused before it is composed. */
import { Composer, Lexer, Parser, type CST, type Document, type ParsedNode } from 'yaml';

/** Levels of lists and maps; the deepest form of a real configuration needs about twenty. */
export const deepest = 100;

export interface YamlDocuments {
  readonly documents: readonly Document.Parsed[];
  /** Where the nesting became too deep, or null. Then there are no documents. */
  readonly tooDeepAt: number | null;
  /** Offsets of lines such as `%YAML 1.1`, which would change what the text means and are left out. */
  readonly directivesAt: readonly number[];
}

/** Every part of it takes time in proportion to the text's length. */
export function composeYaml(text: string): YamlDocuments {
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

/** The parser makes an exception of every error; where it was made interests nobody, and costs most of the time. */
function withoutTraces<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
