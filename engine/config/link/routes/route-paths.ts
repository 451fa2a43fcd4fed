/** Paths of a route: each spelling of its placeholders, with every parameter declared. */
import { parameterOf } from '../../../portal/routing/match.ts';
import type { Route } from '../../../portal/model/route.ts';
import { hasWords } from '../../../portal/language/translation.ts';
import { child, isPresent, oneOrMore, spanOf, text, type Cursor } from '../input/cursor.ts';
import { report, reportUnknown, type LinkContext } from '../input/link-context.ts';
import { fill, spellings, type TemplateWords } from '../names/template.ts';

interface Context {
  readonly params: Route['params'];
  readonly context: LinkContext;
}

export function linkPaths(
  at: Cursor,
  words: TemplateWords,
  { params, context }: Context,
): Pick<Route, 'path' | 'aliases'> {
  const written = [child(at, 'path'), ...oneOrMore(child(at, 'aliases'))].filter(isPresent);
  const paths = written.flatMap((one) => {
    checkPath(one, words, { params, context });
    return spellings(text(one) ?? '', words);
  });
  checkUnused(at, paths, context);
  const [path = '/', ...aliases] = new Set(paths);
  return { path, aliases };
}

/** Fills a template without parameters, such as a name or a title: every placeholder must be known. */
export function fillWhole(template: string, words: TemplateWords, at: Cursor, context: LinkContext): string {
  const filled = fill(template, words);
  const left = /\{([^{}]*)\}/.exec(filled);
  if (left !== null) {
    const choices = words.words.keys();
    reportUnknown(context, 'route/unknown-brace', at, { name: left[1] ?? '', choices });
  }
  return filled;
}

/** Fills the placeholders of a text, or returns null; the pattern and its parts are kept for translation. */
export function fillText(at: Cursor, words: TemplateWords, context: LinkContext): string | null {
  const pattern = text(at);
  if (pattern === null) return null;
  const filled = fillWhole(pattern, words, at, context);
  if (filled !== pattern && hasWords(pattern)) {
    const parts = [...words.words].map(([name, [spelling = '']]) => [name, spelling] as const);
    context.composed[filled] = { pattern, parts: Object.fromEntries(parts) };
  }
  return filled;
}

/** Segments separated by single slashes; the pattern does not backtrack. */
const pathPattern = /^\/(?:[^/\s?#\\]+(?:\/[^/\s?#\\]+)*\/?)?$/;

function checkPath(at: Cursor, words: TemplateWords, { params, context }: Context): void {
  const path = fill(text(at) ?? '', words);
  if (!pathPattern.test(path)) {
    report(context, 'route/bad-path', at, { name: path });
    return;
  }
  const seen = new Set<string>();
  for (const segment of path.split('/')) {
    const name = parameterOf(segment);
    if (name === null && /[{}]/.test(segment)) {
      report(context, 'route/bad-path', at, { name: path });
    } else if (name !== null && !Object.hasOwn(params, name)) {
      const choices = [...Object.keys(params), ...words.words.keys()];
      reportUnknown(context, 'route/undeclared-parameter', at, { name, choices });
    } else if (name !== null && seen.has(name)) {
      report(context, 'route/bad-path', at, { name: path });
    }
    if (name !== null) seen.add(name);
  }
}

/** A parameter that is in no path is probably a mistake. */
function checkUnused(at: Cursor, paths: readonly string[], context: LinkContext): void {
  const params = child(at, 'params');
  for (const name of Object.keys((params.value as object | undefined) ?? {})) {
    if (paths[0]?.includes(`{${name}}`) === true) continue;
    // A placeholder of another name is reported at its own place.
    const { file, line } = spanOf(child(at, 'path'));
    const isMisspelt = context.diagnostics.some(
      (one) => one.code === 'route/undeclared-parameter' && one.file === file && one.line === line,
    );
    if (!isMisspelt) report(context, 'route/unused-parameter', child(params, name), { name });
  }
}
