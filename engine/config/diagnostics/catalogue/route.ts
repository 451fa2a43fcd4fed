/** Diagnostics of pages: their paths, their guards, and what they show. */
import { filterColumns, sortColumns } from '../../../portal/model/record-type.ts';
import { error, phrase, type NameDetails } from '../phrase.ts';
import { proof, quoted } from './check.ts';
import type { MarkedField } from './document.ts';

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
  'list/no-column': error<NameDetails & { readonly isThroughAnswer: boolean }>(
    'A list has a column of a record that is neither above its own nor the profile of its owner, or that an answer above names.',
    ({ name, isThroughAnswer }) =>
      isThroughAnswer
        ? `This list cannot show "${name}": an answer of a record above names that record.`
        : `This list cannot show "${name}": its records have none or several of these.`,
    () =>
      'Name a value of the record, of a record above or of the profile of its owner, or count the records below with a derived value.',
  ),
  'list/no-filter': error<NameDetails>(
    'A list has a filter that is not possible.',
    ({ name }) => `This list cannot be filtered by "${name}".`,
    () =>
      `Name ${filterColumns.map((name) => `\`${name}\``).join(', ')} or a question of its form; or one of these of a record above, of the profile of its owner, or of the records directly below, written as the type, a dot and the name.`,
  ),
  'list/no-sort': error<NameDetails>(
    'A list is sorted by a value that has no order or that some readers may not see.',
    ({ name }) => `This list cannot be sorted by "${name}".`,
    () =>
      `Name ${sortColumns.map((name) => `\`${name}\``).join(', ')}, a derived value, or a question of its form without a \`read\` of its own; or one of these of a record above or of the profile of its owner, written as the type, a dot and the name.`,
  ),
  'list/nothing-public': proof<{ name: string; list: string | null }>(
    'error',
    'A list on a public page is always empty.',
    ({ name, list }) =>
      list === null
        ? `This page is public, but visitors without an account may not see any "${name}".`
        : `This page is public, but "${list}" of "${name}" is always empty on it: its \`where\` matches no "${name}" that everybody may see.`,
    ({ list }) =>
      list === null
        ? 'Declare what everybody may see: `access: { public: { when: …, fields: […] } }`, or use a chain that requires sign-in.'
        : 'Widen `where` of the list or `access.public.when`, or use a chain that requires sign-in.',
  ),
  'list/hidden-column': proof<{ list: string; type: string; names: readonly string[] }>(
    'error',
    'A list on a public page uses fields that are not public.',
    ({ list, type, names }) =>
      `This page is public, but "${list}" of "${type}" shows, filters or sorts by ${quoted(names)}, which are not public.`,
    () => 'Add them to `access.public.fields`, or use another list on this page, without them.',
  ),
  'list/always-empty': proof<{ list: string; type: string; departments: readonly string[] }>(
    'warning',
    'A list on a page is always empty for a department that opens it.',
    ({ list, type, departments }) =>
      `"${list}" of "${type}" is always empty for ${quoted(departments)}: they may not see any "${type}" that its \`where\` matches.`,
    () =>
      'Widen `where` of the list or `access.read` of the record type, or leave the list out of the page of this department.',
  ),
  'list/blank-column': proof<{ list: string; name: string; departments: readonly string[] } & MarkedField>(
    'error',
    'A column of a list is empty for everybody who opens it.',
    ({ list, name, departments }) =>
      `The column "${name}" of "${list}" is always empty for ${quoted(departments)}, who may not see this field.`,
    () =>
      'Remove the column, or let them see the field: `fields.read`, `access.read` or `access.summary` of the record type.',
  ),
  'lookup/not-public': proof<{ name: string; who: readonly string[] }>(
    'error',
    'A page lists a lookup that its visitors may not read.',
    ({ name, who }) =>
      `This page opens for ${quoted(who)}, but only the editors of the lookup "${name}" may read it.`,
    () => 'Add `public: true` to its file, or narrow the chain of the page to its editors.',
  ),
};
