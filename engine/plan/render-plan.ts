/** Renders a plan for a person: as text for a terminal, or as Markdown for a pull request. */
import { partsOfName } from '../portal/succession/names-in.ts';
import { countOfNoun } from '../portal/text/noun-count.ts';
import type { Action, ConfigurationChange } from './change.ts';
import type { Plan } from './plan.ts';
import { sayKeys } from './say-change.ts';
import { type SubjectKind, subjectKinds } from './subjects/subjects.ts';

/** Plain text, with the place of each change at the end of its line. */
export function renderPlan(plan: Plan): string {
  return render(plan, {
    section: (title) => `\n${title}`,
    change: (mark, name, place) => `  ${mark.padEnd(1)} ${name}${place === '' ? '' : `  ${place}`}`,
    detail: (line) => `      ${line}`,
    quote: (name) => name,
  });
}

/** Markdown that code hosts show. */
export function renderMarkdown(plan: Plan): string {
  return render(plan, {
    section: (title) => `\n### ${title}\n`,
    change: (mark, name, place) =>
      `- ${mark === '' ? '' : `**${mark}** `}${name}${place === '' ? '' : ` \`${place}\``}`,
    detail: (line) => `  - ${escapeMarkdown(line)}`,
    quote: escapeMarkdown,
  });
}

interface Format {
  section(title: string): string;
  change(mark: string, name: string, place: string): string;
  detail(line: string): string;
  quote(text: string): string;
}

function render(plan: Plan, format: Format): string {
  const { from, to, changes, losses = [] } = plan;
  if (changes.length + losses.length === 0 && plan.obstacles.length === 0) {
    const same = `does the same as ${from.name}.\n`;
    return from.hash === to.hash
      ? `${capital(to.name)} ${same}`
      : `${capital(to.name)} is written differently. In all that a plan compares, it ${same}`;
  }
  const sections = subjectKinds.flatMap((kind) => {
    const some = changes.filter(({ subject }) => subject.kind === kind);
    if (some.length === 0) return [];
    return [format.section(titles[kind]), ...linesOf(kind, some, format)];
  });
  const listed = (title: string, sentences: readonly string[]): readonly string[] =>
    sentences.length === 0
      ? []
      : [format.section(title), ...sentences.map((one) => format.change('', format.quote(one), ''))];
  return [
    `Plan from ${format.quote(from.name)} to ${format.quote(to.name)}`,
    ...listed('Lost for good', losses),
    ...sections,
    ...listed('In the way', plan.obstacles),
    '',
    summaryOf(plan),
    ...(plan.applicable ? [] : ['This cannot be put in force: the records need what is in the way.']),
    ...(plan.complete ? [] : ['The records were not asked: this compares the two configurations alone.']),
    '',
  ].join('\n');
}

/** Translations are counted: there are thousands, and none changes what happens. */
function linesOf(
  kind: SubjectKind,
  changes: readonly ConfigurationChange[],
  format: Format,
): readonly string[] {
  if (kind === 'translation') {
    const languages = Map.groupBy(changes, ({ subject, actions: [action = 'change'] }) => {
      return `${action} ${subject.name.split(/[:,]/, 1)[0] ?? ''}`;
    });
    return Array.from(languages, ([key, some]) => {
      const [action = 'change', language = ''] = key.split(' ') as [Action, string];
      return format.change(marks[action], `${language}: ${countOfNoun(some.length, 'text', 'texts')}`, '');
    });
  }
  const told = changes.map((change) => ({
    change,
    details: [...change.effects, ...sayPeople(change), ...sayTouches(change), ...sayKeys(change)],
  }));
  const alike = Map.groupBy(told, ({ change, details }) =>
    details.length === 0 && change.from === null ? change : sayAlike(change, details),
  );
  return [...alike.values()].flatMap((some) => {
    const shown = some.length > mostAlike ? some.slice(0, 1) : some;
    const more = some.length - shown.length;
    const [{ details }] = some as [(typeof some)[number]];
    return [
      ...shown.map(({ change }) => headOf(change, format)),
      ...(more === 0 ? [] : [format.change('', `and ${more} more with the same change`, '')]),
      ...details.map(format.detail),
    ];
  });
}

/** The same for changes that are told as one: parts of several things that got the same name, or the same details. */
function sayAlike({ actions, subject, from }: ConfigurationChange, details: readonly string[]): string {
  const names =
    from === null || details.length > 0
      ? []
      : [from, subject.name].map((name) => partsOfName(name).part || name);
  return [actions.join(' '), ...names, ...details].join('\n');
}

function sayPeople({ people: effects = [] }: ConfigurationChange): readonly string[] {
  return effects.map(({ text, people }) => {
    const named = people.map(({ title, accounts }) =>
      accounts === null ? title : `${title} (${countOfNoun(accounts, 'account', 'accounts')})`,
    );
    return text.replace('{people}', conjunction.format(named));
  });
}

const conjunction = new Intl.ListFormat('en');

function sayTouches({ touches }: ConfigurationChange): readonly string[] {
  if (touches === null) return [];
  const { records, drafts, accounts } = touches;
  const unsent = drafts === 0 ? '' : `, ${drafts === records ? 'all' : drafts} of them not sent yet`;
  return [
    ...(records === 0 ? [] : [`${countOfNoun(records, 'record', 'records')}${unsent}`]),
    ...(accounts === 0 ? [] : [countOfNoun(accounts, 'account', 'accounts')]),
  ];
}

/** A folder keeps its name as it is. */
function capital(name: string): string {
  return name.replace(/^version (?=\d)/, 'Version ');
}

/** More changes of the same words are told as one, with the first as an example. */
const mostAlike = 3;

function headOf(
  { subject, from, place, actions: [action = 'change'] }: ConfigurationChange,
  format: Format,
): string {
  const title = subject.title === null ? '' : ` "${subject.title}"`;
  const earlier = from === null ? '' : `, earlier ${from}`;
  const at = place === null ? '' : `${place.file}:${place.line}`;
  return format.change(marks[action], format.quote(`${subject.name}${title}${earlier}`), at);
}

function summaryOf({ changes }: Plan): string {
  const counts = (Object.keys(marks) as Action[]).flatMap((action) => {
    const count = changes.filter(({ actions }) => actions[0] === action).length;
    return count === 0 ? [] : [`${marks[action]} ${count} ${words[action]}`];
  });
  return `Plan: ${counts.join(', ')}.`;
}

const marks: Readonly<Record<Action, string>> = { add: '+', change: '~', move: '>', lose: '-' };

const words: Readonly<Record<Action, string>> = {
  add: 'new',
  change: 'changed',
  move: 'renamed',
  lose: 'lost',
};

/** Markdown's own marks, and placeholders that a code host would take for tags. */
export function escapeMarkdown(line: string): string {
  return line.replaceAll(/[\\`*_<>[\]|#]/g, (mark) => `\\${mark}`);
}

const titles: Readonly<Record<SubjectKind, string>> = {
  department: 'Departments',
  flag: 'Flags of accounts',
  constant: 'Constants',
  group: 'Groups',
  guard: 'Guards',
  chain: 'Chains of guards',
  page: 'Pages',
  kind: 'Requirement kinds',
  item: 'Items of checklists',
  paper: 'Papers',
  form: 'Forms',
  question: 'Questions',
  lookup: 'Lookups',
  row: 'Rows of lookups',
  'record type': 'Record types',
  role: 'Roles',
  access: 'Access to records',
  field: 'Rules of single fields',
  fact: 'Derived values',
  workflow: 'Workflows',
  state: 'States',
  step: 'Steps',
  clock: 'Clocks',
  reminder: 'Reminders',
  list: 'Lists',
  migration: 'Migrations',
  fees: 'Fee schedules',
  'fee line': 'Lines of fees',
  'fee table': 'Tables of fees',
  document: 'Documents',
  notice: 'Notices',
  report: 'Reports',
  set: 'Sets of requirement kinds',
  calendar: 'Calendars',
  days: 'Working days and office hours',
  'named day': 'Named days',
  arrivals: 'Arrivals',
  picture: 'Pictures',
  message: 'Messages of guards',
  'navigation group': 'Groups of the navigation',
  translation: 'Translations',
  setting: 'Settings of the portal',
};
