/** Writes the catalogues with the help of the grammar, so that translations of it are asked for like all others. */
import { type ShownKey, shownKeys } from './shown-grammar.ts';

const subjects = {
  kind: 'requirement kinds',
  form: 'questions',
  fee: 'fees',
  condition: 'conditions',
  other: 'lists, texts and groups',
};
type Subject = keyof typeof subjects;

export const helpCatalogues: readonly [path: string, write: () => string][] = (
  Object.keys(subjects) as Subject[]
).map((subject) => [`engine/locales/help-${subject}.ts`, () => catalogueOf(subject)]);

function catalogueOf(subject: Subject): string {
  const all = new Map<string, string>();
  for (const { way, help } of shownKeys()) if (help !== null && !all.has(help)) all.set(help, nameOf(way));
  const own = [...all].filter(([, name]) => name.startsWith(`${subject}.`));
  const lines = own
    .map(([help, name]) => [inOneWord(name.slice(subject.length + 1)), help] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, help]) => `${name}: ${JSON.stringify(help)},`);
  return `/** Help for the keys of ${subjects[subject]}. A test generates this file from the schemas. */
import { catalogue } from './catalogue.ts';

export const ${subject}HelpMessages = catalogue('help-${subject}', {
${lines.join('\n')}
});
`;
}

/** The subject and the keys from there. */
function nameOf(way: ShownKey['way']): string {
  const [file = '', ...keys] = way;
  if (file === 'fee' || file === 'condition') return [file, ...keys].join('.');
  if (file !== 'requirement-kind') return ['other', ...way].join('.');
  if (keys[0] !== 'form' || keys.length === 1) return ['kind', ...keys].join('.');
  const [, first = '', ...rest] = keys;
  const isInQuestion = rest.length > 0 && ['items', 'properties'].includes(first);
  return ['form', ...(isInQuestion ? rest : [first, ...rest])].join('.');
}

function inOneWord(name: string): string {
  return name
    .replace(/^\$/, 'schema.')
    .replace(/^then$/, 'thenRule')
    .replaceAll(/[.:-](\w)/g, (_, letter: string) => letter.toUpperCase());
}
