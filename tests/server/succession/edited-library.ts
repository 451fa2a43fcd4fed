/** The files of the library after any number of edits, each of which still says what became of earlier names. */
import type { ConfigFile } from '../../../engine/server/portals/config-files.ts';

/** What the original calls so, and may be renamed. */
export type Renamable = 'question' | 'asked' | 'lent' | 'step' | 'clock' | 'department' | 'kind' | 'row';

export interface EditedLibrary {
  /** Newest first. The last one is the original's. */
  readonly names: Readonly<Record<Renamable, readonly string[]>>;
  /** Numbers of migrations and of questions that were added. */
  readonly migrations: readonly number[];
  readonly questions: readonly number[];
  readonly isRetired: boolean;
  readonly isSchoolGone: boolean;
  readonly canBeLost: boolean;
  /** What was lost counts as brought back, where nothing can be lost. */
  readonly isLostBack: boolean;
  readonly days: number;
  readonly title: string;
}

export const originalLibrary: EditedLibrary = {
  names: {
    question: ['book'],
    asked: ['asked'],
    lent: ['lent'],
    step: ['bring-back'],
    clock: ['answer'],
    department: ['desk'],
    kind: ['student'],
    row: ['hill'],
  },
  migrations: [],
  questions: [],
  isRetired: false,
  isSchoolGone: false,
  canBeLost: false,
  isLostBack: false,
  days: 2,
  title: 'City Library',
};

export function nameIn({ names }: EditedLibrary, one: Renamable): string {
  return names[one][0] ?? '';
}

/** Answers to the original form under the names of the library. */
export function presentAnswers(
  library: EditedLibrary,
  { book, branch, ...answers }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return {
    ...answers,
    [nameIn(library, 'question')]: book,
    branch: branch === 'hill' ? nameIn(library, 'row') : branch,
  };
}

/** @param files the original ones */
export function filesOf(files: readonly ConfigFile[], library: EditedLibrary): readonly ConfigFile[] {
  const department = nameIn(library, 'department');
  const edited = files.map(({ name, text }): ConfigFile => {
    const words = text.replaceAll(/\bdesk\b/g, department);
    return editFile[name]?.(words, library) ?? { name, text: words };
  });
  const more = library.migrations.map((number) => migration(number, nameIn(library, 'asked')));
  return [...edited, ...more, ...(library.isSchoolGone ? [gone] : [])];
}

const editFile: Readonly<Record<string, (text: string, library: EditedLibrary) => ConfigFile>> = {
  'portal.yaml': (text, { title }) => ({
    name: 'portal.yaml',
    text: text.replace('title: City Library', `title: ${title}`),
  }),
  'departments/desk.yaml': (text, library) => ({
    name: `departments/${nameIn(library, 'department')}.yaml`,
    text: `${text.replace('2 working days', `${library.days} working days`)}${line(library, 'department')}`,
  }),
  'requirements/membership/student.yaml': (text, library) => ({
    name: `requirements/membership/${nameIn(library, 'kind')}.yaml`,
    text: `${text}${line(library, 'kind')}${library.isRetired ? 'retired: true\n' : ''}`,
  }),
  'lookups/branch.yaml': (text, library) => ({
    name: 'lookups/branch.yaml',
    text: text.replace('value: hill,', `value: ${nameIn(library, 'row')}, ${entry(library, 'row')}`),
  }),
  'forms/loan.yaml': (text, library) => ({ name: 'forms/loan.yaml', text: formOf(text, library) }),
  'records/loan.yaml': (text, library) => ({
    name: 'records/loan.yaml',
    text: text
      .replace('book: Atlas', `${nameIn(library, 'question')}: Atlas`)
      .replace('state: asked', `state: ${nameIn(library, 'asked')}`),
  }),
  'workflows/loan.yaml': (text, library) => ({
    name: 'workflows/loan.yaml',
    text: workflowOf(text, library),
  }),
};

function formOf(text: string, library: EditedLibrary): string {
  const question = nameIn(library, 'question');
  const renamed = text
    .replace('[book,', `[${question},`)
    .replace('book: {', `${question}: { ${entry(library, 'question')}`);
  const kept = library.isSchoolGone ? renamed.replace(/^ {2}school:.*\n/m, '') : renamed;
  const added = library.questions.map(
    (number) => `  note_${number}: { type: string, title: Note ${number} }\n`,
  );
  return `${kept}${added.join('')}`;
}

function workflowOf(text: string, library: EditedLibrary): string {
  const [asked, lent, step, clock] = (['asked', 'lent', 'step', 'clock'] as const).map((one) =>
    nameIn(library, one),
  );
  const renamed = text
    .replaceAll(/\basked\b/g, asked ?? '')
    .replaceAll(/\blent\b/g, lent ?? '')
    .replace(`${asked}: { title`, `${asked}: { ${entry(library, 'asked')}title`)
    .replace(`${lent}: { title`, `${lent}: { ${entry(library, 'lent')}title`)
    .replace('bring-back: {', `${step}: { ${entry(library, 'step')}`)
    .replace('answer:\n', `${clock}:\n${indent(line(library, 'clock'))}`);
  if (!library.canBeLost) return library.isLostBack ? bringLostBack(renamed) : renamed;
  return `${renamed.replace('states:\n', 'states:\n  lost: { title: Lost, tone: bad, final: true }\n')}  lose: { from: ${lent}, to: lost, by: { department: ${nameIn(library, 'department')} } }\n`;
}

/** @param text of the workflow */
export function bringLostBack(text: string): string {
  return text.replace('returned: { ', 'returned: { formerly: [lost], ');
}

/** As an entry of a map in braces. */
function entry(library: EditedLibrary, one: Renamable): string {
  const [, ...earlier] = library.names[one];
  const names = one === 'kind' ? earlier.map((name) => `membership/${name}`) : earlier;
  return names.length === 0 ? '' : `formerly: [${names.join(', ')}], `;
}

function line(library: EditedLibrary, one: Renamable): string {
  const words = entry(library, one).replace(/, $/, '');
  return words === '' ? '' : `${words}\n`;
}

function indent(text: string): string {
  return text === '' ? '' : `    ${text}`;
}

const gone: ConfigFile = {
  name: 'gone.yaml',
  text: `- question: 'loan: school'\n  values: keep\n  why: The library no longer needs it.\n`,
};

/** Answers a question that not everybody has answered. The way back leaves what people answered themselves. */
function migration(number: number, state: string): ConfigFile {
  const text = `title: Nobody is a student
type: loan
where: { state: ${state} }
steps: [{ fill: { is_student: false } }]
expect: { atLeast: 0 }
back: [{ clear: is_student, when: { field: is_student, is: false } }]
`;
  return { name: `migrations/school-${number}.yaml`, text };
}
