/** Links the routes, which may be repeated for thousands of kinds, or uses those of the last linking in this process. */
import { isMapping } from '../../../portal/values/is-mapping.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { ParsedFile } from '../../source/source.ts';
import type { Cursor } from '../input/cursor.ts';
import { addFound, type FoundLinks, nothingFound } from '../input/found-links.ts';
import type { FilesByKind } from '../input/files.ts';
import type { LinkContext } from '../input/link-context.ts';
import { linkRoutes, type WrittenRoute } from './routes.ts';

interface KeptRoutes {
  readonly routes: readonly WrittenRoute[];
  readonly found: FoundLinks;
  /** False if they have mistakes, or have read more of the kinds. */
  readonly isKept: boolean;
  readonly additions: LinkContext['additions'];
  /** All files but those of requirement kinds. */
  readonly others: readonly ParsedFile[];
  /** Of all kinds: what a route may say of them. */
  readonly kinds: readonly string[];
}

/** The last routes, by the file `portal.yaml`. */
const known = new WeakMap<ParsedFile, KeptRoutes>();

/** The keys of a kind that name its pages. */
const namingKeys: ReadonlySet<string> = new Set(['title', 'path', 'aliases', 'office']);

export function linkRoutesOnce(files: FilesByKind, context: LinkContext): readonly WrittenRoute[] {
  const [portal] = files.portal;
  // Uses of questions hold places in other files, which move with any edit.
  if (portal === undefined || context.questionUses !== null) return linkRoutes(files, context);
  const others = Object.values(files)
    .flat()
    .filter(({ kind }) => kind !== 'requirement-kind' && kind !== 'test');
  const kinds = files['requirement-kind'].map(namingOf);
  const last = known.get(portal);
  const isSame =
    last?.additions === context.additions && areSame(last.others, others) && areSame(last.kinds, kinds);
  const kept = isSame ? last : { ...linkAlone(files, context), additions: context.additions, others, kinds };
  if (kept.isKept) known.set(portal, kept);
  addFound(context, kept.found);
  return kept.routes;
}

function linkAlone(
  files: FilesByKind,
  context: LinkContext,
): Pick<KeptRoutes, 'routes' | 'found' | 'isKept'> {
  const { names, hasReadMore } = watchKinds(context);
  const found = nothingFound();
  const routes = linkRoutes(files, { ...context, names, ...found });
  return { routes, found, isKept: found.diagnostics.length === 0 && !hasReadMore() };
}

function areSame(earlier: readonly unknown[], now: readonly unknown[]): boolean {
  return earlier.length === now.length && earlier.every((one, index) => one === now[index]);
}

const namingOf = onceForEach(({ path, value }: ParsedFile): string => {
  const said = isMapping(value) ? Object.entries(value).filter(([key]) => namingKeys.has(key)) : [];
  return JSON.stringify([path, said]);
});

/** The same names, and whether anything else of a kind was read. */
function watchKinds({ names }: LinkContext) {
  let more = false;
  const note = (key: string | symbol): void => {
    more ||= !namingKeys.has(String(key));
  };
  const handler: ProxyHandler<Record<string, unknown>> = {
    get(target, key) {
      note(key);
      return Reflect.get(target, key);
    },
    getOwnPropertyDescriptor(target, key) {
      note(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys(target) {
      more = true;
      return Reflect.ownKeys(target);
    },
  };
  const watched = (root: Cursor): Cursor =>
    isMapping(root.value) ? { ...root, value: new Proxy(root.value, handler) } : root;
  const kinds = names.log.unrecorded(() => [...names.kinds]);
  return {
    names: { ...names, kinds: new Map(kinds.map(([id, root]) => [id, watched(root)])) },
    hasReadMore: () => more,
  };
}
