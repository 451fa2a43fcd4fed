/** Placeholders that are filled at compile time: a route that is repeated over departments, kinds or values. */
import { child, isPresent, text, texts, type Cursor } from '../input/cursor.ts';
import { departmentsOf } from './department-names.ts';
import { pathOfKind } from './kind-path.ts';
import { reportEachUnknown, type LinkContext } from '../input/link-context.ts';

/** One repetition: the value of each placeholder. The first spelling is for the path, the others for alias paths. */
export interface TemplateWords {
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** `set/kind` if the route repeats over kinds. */
  readonly kind: string | null;
}

const once: TemplateWords = { words: new Map(), kind: null };

/** The repetitions of `forEach`; without it, one repetition without values. */
export function bindingsOf(at: Cursor, context: LinkContext): TemplateWords[] {
  if (!isPresent(at)) return [once];
  const kind = child(at, 'kind');
  if (isPresent(kind)) return kindBindings(kind, context);
  const department = child(at, 'department');
  if (isPresent(department)) {
    return departmentsOf(department, context).map((key) => departmentBinding(key, context));
  }
  return texts(child(at, 'value')).map((value) => ({
    words: new Map([['value', [value]]]),
    kind: null,
  }));
}

/** Fills the placeholders of the binding with their first spelling; parameters stay. */
export function fill(template: string, words: TemplateWords): string {
  return template.replaceAll(/\{([^{}]*)\}/g, (brace, word: string) => words.words.get(word)?.[0] ?? brace);
}

/** The template with every spelling of its placeholders; the first is the main one. */
export function spellings(template: string, words: TemplateWords): string[] {
  let paths = [template];
  for (const [word, choices] of words.words) {
    const brace = `{${word}}`;
    if (!template.includes(brace)) continue;
    paths = choices.flatMap((choice) => paths.map((path) => path.replaceAll(brace, choice)));
  }
  return paths;
}

function departmentBinding(key: string, { names }: LinkContext): TemplateWords {
  const root = names.departments.get(key);
  const title = root === undefined ? null : text(child(root, 'title'));
  const area = root === undefined ? null : text(child(root, 'area'));
  return {
    words: new Map([
      ['department', spellingsOf(key, names.aliases)],
      ['department.area', [area ?? `/${key}`]],
      ['department.title', [title ?? key]],
    ]),
    kind: null,
  };
}

function spellingsOf(key: string, aliases: ReadonlyMap<string, string>): string[] {
  return [key, ...[...aliases].flatMap(([alias, of]) => (of === key ? [alias] : []))];
}

function kindBindings(at: Cursor, context: LinkContext): TemplateWords[] {
  const { names } = context;
  reportEachUnknown(context, 'set/unknown', at, names.sets);
  const sets = texts(at).filter((name) => names.sets.has(name));
  return [...names.kinds]
    .filter(([id]) => sets.includes(id.split('/', 1)[0] ?? ''))
    .map(([id, root]) => kindBinding(id, root, context));
}

function kindBinding(id: string, root: Cursor, { names }: LinkContext): TemplateWords {
  const [set = '', key = ''] = id.split('/');
  const setRoot = names.sets.get(set);
  const office = text(child(root, 'office')) ?? (setRoot && text(child(setRoot, 'office'))) ?? '';
  const officeKey = names.aliases.get(office) ?? office;
  const { path, aliases } = pathOfKind(id, root, names);
  return {
    words: new Map([
      ['kind', [key]],
      ['kind.path', [path, ...aliases]],
      ['kind.title', [text(child(root, 'title')) ?? key]],
      ['kind.office', spellingsOf(officeKey, names.aliases)],
    ]),
    kind: id,
  };
}
