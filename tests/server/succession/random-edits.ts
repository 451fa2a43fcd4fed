/** Random edits of the library, one on top of the other, and ways back. The same seed makes the same ones. */
import type { ConfigFile } from '../../../engine/server/portals/config-files.ts';
import { createRandom, type Random } from '../../../engine/simulation/town/random.ts';
import { type EditedLibrary, filesOf, nameIn, originalLibrary, type Renamable } from './edited-library.ts';

export type Edit = { readonly sort: string; readonly title: string } & (
  | { readonly is: 'applied'; readonly files: readonly ConfigFile[] }
  | { readonly is: 'broken'; readonly files: readonly ConfigFile[] }
  | {
      readonly is: 'refused';
      readonly files: readonly ConfigFile[];
      /** Sentence of the refusal, with the remedy. */
      readonly why: RegExp;
      /** The files after the author has taken the remedy. */
      readonly remedied: readonly ConfigFile[];
    }
  | {
      readonly is: 'rollback';
      readonly to: number;
      /** Nothing can be lost there, but now: it is refused once something is. */
      readonly losesLost: boolean;
    }
);

export interface RandomEdits {
  next(): Edit;
  /** The last edit came into force under this number; `isLostBack`: as the remedy of its refusal asked. */
  entered(version: { readonly number: number; readonly isLostBack: boolean }): void;
  /** What the library in force is like. */
  library(): EditedLibrary;
  /** Number of the version in force. */
  number(): number;
}

/** @param first number of the version in force, which has the original files */
export function createRandomEdits(seed: number, files: readonly ConfigFile[], first: number): RandomEdits {
  const random = createRandom(seed);
  const versions = new Map([[first, originalLibrary]]);
  let library = originalLibrary;
  let wished = originalLibrary;
  let inForce = first;
  let at = 0;
  /** Versions that are not like the one in force. */
  const goals = (): number[] => [...versions.keys()].filter((number) => versions.get(number) !== library);
  const rollBack = (): Edit => {
    const earlier = goals();
    // Mostly a few versions back, now and then far: also to a version that was itself a rollback.
    const to = random.pick(random.chance(0.7) ? earlier.slice(-4) : earlier);
    wished = versions.get(to) ?? originalLibrary;
    const losesLost = library.canBeLost && !wished.canBeLost && !wished.isLostBack;
    return { sort: 'roll back', title: wished.title, is: 'rollback', to, losesLost };
  };
  const lose = (title: string): Edit => {
    const one = random.pick(losing);
    const name = one === 'question' ? `other_${at}` : `other-${at}`;
    const withNames = (names: readonly string[]): EditedLibrary => ({
      ...library,
      names: { ...library.names, [one]: names },
      title,
    });
    wished = withNames([name, ...library.names[one]]);
    return {
      sort: `lose: ${one}`,
      title,
      is: 'refused',
      files: filesOf(files, withNames([name])),
      why: RegExp(`${lostAs[one](nameIn(library, one))}.*Name it under \`formerly\``),
      remedied: filesOf(files, wished),
    };
  };
  const breakFile = (title: string): Edit => {
    const { name, from, to } = random.pick(mistakes);
    const broken = filesOf(files, { ...library, title }).map((file) =>
      file.name === name ? { name, text: file.text.replace(from, to) } : file,
    );
    return { sort: `break: ${name}`, title, is: 'broken', files: broken };
  };
  const change = (title: string): Edit => {
    const sort = random.pick(Object.keys(changes));
    wished = { ...library, ...changes[sort]?.({ library, random, at }), title };
    return { sort, title, is: 'applied', files: filesOf(files, wished) };
  };
  return {
    next() {
      at += 1;
      const title = `City Library ${at}`;
      const sorts = [change, lose, breakFile, ...(goals().length > 0 ? [rollBack] : [])];
      return random.weighted(sorts, (sort) => (sort === change ? 5 : sort === rollBack ? 3 : 1))(title);
    },
    entered({ number, isLostBack }) {
      library = isLostBack ? { ...wished, isLostBack } : wished;
      inForce = number;
      versions.set(number, library);
    },
    library: () => library,
    number: () => inForce,
  };
}

interface Choice {
  readonly library: EditedLibrary;
  readonly random: Random;
  /** Number of the edit. */
  readonly at: number;
}

function renaming(one: Renamable, words: readonly string[]) {
  return ({ library, random, at }: Choice): Partial<EditedLibrary> => {
    const name = `${random.pick(words)}${one === 'question' ? '_' : '-'}${at}`;
    return { names: { ...library.names, [one]: [name, ...library.names[one]] } };
  };
}

const renameSeveral = [
  renaming('question', ['text']),
  renaming('lent', ['taken']),
  renaming('department', ['hall']),
];

/** Those that come into force. */
const changes: Readonly<Record<string, (choice: Choice) => Partial<EditedLibrary>>> = {
  'rename a question': renaming('question', ['volume', 'work']),
  'rename an open state': renaming('asked', ['waiting', 'requested']),
  'rename a settled state': renaming('lent', ['out', 'borrowed']),
  'rename a step': renaming('step', ['return', 'take-back']),
  'rename a clock': renaming('clock', ['reply', 'wait']),
  'rename a department': renaming('department', ['counter', 'lending']),
  'rename a kind': renaming('kind', ['pupil', 'learner']),
  'rename a row': renaming('row', ['mount', 'upper']),
  'rename several': ({ library, random, at }) =>
    renameSeveral.reduce((now, rename) => ({ ...now, ...rename({ library: now, random, at }) }), library),
  migrate: ({ library, at }) => ({ migrations: [...library.migrations, at] }),
  'migrate and rename': ({ library, random, at }) => ({
    ...renaming('asked', ['pending'])({ library, random, at }),
    migrations: [...library.migrations, at],
  }),
  'add a question': ({ library, at }) => ({ questions: [...library.questions, at] }),
  'retire a kind': () => ({ isRetired: true }),
  'remove a question, and keep its answers': () => ({ isSchoolGone: true }),
  'add a state and a step': () => ({ canBeLost: true }),
  'change a time': ({ random }) => ({ days: 1 + random.below(9) }),
  'change a title': () => ({}),
};

/** Something is stored under each of these names: how a refusal speaks of it. */
const lostAs = {
  question: (name: string) => `\\d+ records .*have something under the question "loan: ${name}"`,
  asked: (name: string) => `There (is|are) \\d+ records? of the type "loan" in the state "${name}"`,
  department: (name: string) => `1 account and \\d+ records of the department "${name}"`,
  kind: (name: string) => `There (is|are) \\d+ records? of the kind "membership/${name}"`,
  row: (name: string) => `\\d+ records? .*(has|have) something under the row of a lookup "branch: ${name}"`,
};
const losing = Object.keys(lostAs) as (keyof typeof lostAs)[];

const mistakes: readonly { readonly name: string; readonly from: RegExp; readonly to: string }[] = [
  { name: 'workflows/loan.yaml', from: /to: [\w-]+, by: \{ party/, to: 'to: nowhere, by: { party' },
  { name: 'workflows/loan.yaml', from: /^states:/m, to: 'states: [' },
  { name: 'records/loan.yaml', from: /^form: loan$/m, to: 'form: lone' },
  { name: 'records/loan.yaml', from: /^title: Loan$/m, to: 'titel: Loan' },
  { name: 'guards.yaml', from: /own-area, has-access/, to: 'own-aera, has-access' },
  { name: 'forms/loan.yaml', from: /lookup: branch/, to: 'lookup: branches' },
  { name: 'portal.yaml', from: /^timeZone: .*$/m, to: 'timeZone: Atlantis/Capital' },
];
