/** Diagnostics of pages: their paths, their guards, and what they show. */
import { error, phrase, type NameDetails } from '../phrase.ts';

export const routePhrases = {
  'route/no-guard': error<NameDetails>(
    'A route has neither a chain nor guards.',
    ({ name }) => `The route "${name}" has neither \`chain\` nor \`guards\`, so nobody guards it.`,
    () => 'Name a chain, or write `guards: [public]` if everybody may open it.',
  ),
  'route/bad-path': error<NameDetails>(
    'A path is not valid.',
    ({ name }) => `"${name}" is not a valid path.`,
    () =>
      'Start with a slash, leave no segment empty, and write each placeholder once and as a whole segment.',
  ),
  'route/unused-parameter': error<NameDetails>(
    'A parameter is declared, but is not in the path.',
    ({ name }) => `The parameter "${name}" is not in the path.`,
    ({ name }) => `Write \`{${name}}\` in the path, or remove the parameter.`,
  ),
  'route/nothing-to-count': error<object>(
    'A navigation entry shows a count of a page that has nothing to count.',
    () => 'This page has nothing to count.',
    () => 'Remove `counts`, or let the entry lead to a `list` of records, a `to-do` or a `messages` page.',
  ),
  'route/repeated-title': phrase<{ readonly title: string }>({
    severity: 'warning',
    summary: 'A page repeats a title that it has anyway.',
    message: ({ title }) => `The page is called "${title}" without this.`,
    remedy: () =>
      'Remove it. The navigation uses the title of the page, and a page of a record type the title of its list or type.',
  }),
  'route/duplicate-name': error<NameDetails>(
    'Two routes have the same name.',
    ({ name }) => `A route named "${name}" already exists.`,
    () => 'Rename one of them, or exclude one with `except`.',
  ),
  'route/duplicate-path': error<{ name: string; path: string; other: string }>(
    'Two routes have paths that match the same addresses.',
    ({ name, path, other }) =>
      `The path "${path}" of "${name}" matches the same addresses as a path of "${other}".`,
    () => 'Change a fixed segment of one of them.',
  ),
  'route/guard-needs-parameter': error<{ name: string; guard: string }>(
    'A guard reads a parameter that the route does not have.',
    ({ name, guard }) =>
      `The guard "${guard}" reads the parameter "${name}", which this route does not have.`,
    ({ name }) => `Write \`with: { ${name}: … }\`, put \`{${name}}\` into the path, or use another chain.`,
  ),
  'route/guard-needs-area': error<{ name: string; guard: string }>(
    'A guard reads the area, but the routes file has none.',
    ({ name, guard }) => `The guard "${guard}" of "${name}" reads the area, but this file has no \`area\`.`,
    () => 'Add `area:` with the key of a department at the top of the file.',
  ),
  'route/no-subject': error<{ name: string; screen: string }>(
    'A page has nothing to show.',
    ({ name, screen }) => `The page "${name}" has the screen \`${screen}\`, but nothing to show.`,
    ({ screen }) =>
      screen === 'text'
        ? 'Write `sections`, or remove the page.'
        : screen === 'record' || screen === 'checklist'
          ? 'End the path with a record, as `{slug}`, name its type in `params`, or remove the page.'
          : 'Write `of` with a record type or a list, name a record in `params`, or remove the page.',
  ),
  'route/of-another-record': phrase<{ readonly types: readonly string[]; readonly named: string }>({
    severity: 'error',
    summary: 'A page is about one type of record, but its address names a record of another type.',
    message: ({ types, named }) =>
      `The page shows a ${types.map((one) => `"${one}"`).join(' or ')}, but the last record in its address is a "${named}".`,
    remedy: ({ types: [type = ''] }) =>
      `Write \`${type}\` for the parameter under \`params\`, or correct \`of\`.`,
  }),
  'route/no-list': phrase<{ readonly type: string; readonly lists: readonly string[] }>({
    severity: 'error',
    summary: 'A page with `screen: list` names no list.',
    message: ({ type }) => `The page does not say which list of "${type}" it shows.`,
    remedy: ({ type, lists }) =>
      lists.length === 0
        ? `Add a list to records/${type}.yaml, and name it here.`
        : `Write ${lists.map((one) => `\`of: ${type}/${one}\``).join(' or ')}.`,
  }),
};
