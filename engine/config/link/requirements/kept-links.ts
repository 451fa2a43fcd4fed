/** Keeps for later processes how kinds were linked, as plain JSON, with the digests of all that was read for it. */
import { hash } from 'node:crypto';
import { vocabularyOf } from '../../../extension/extension.ts';
import type { RequirementKind } from '../../../portal/model/requirement.ts';
import { keysOf } from '../../../portal/values/pointer.ts';
import { cachedLinks, cacheLinks, isCaching } from '../../cache/compile-cache.ts';
import { digestOfFile } from '../../cache/file-digest.ts';
import type { ParsedFile } from '../../source/source.ts';
import { propertiesOf } from '../conditions/field-path.ts';
import { child, type Cursor, rootOf } from '../input/cursor.ts';
import type { FoundLinks } from '../input/found-links.ts';
import type { KindReads, SearchedQuestion } from '../input/kind-reads.ts';
import type { LinkContext } from '../input/link-context.ts';
import type { SymbolUse } from '../input/symbol-use.ts';
import { filesAsking } from '../names/properties.ts';

/** Everything that linking a kind can read, except the content of requirement kinds. */
export interface LinkSurroundings extends Pick<LinkContext, 'additions' | 'pictures'> {
  readonly others: readonly ParsedFile[];
  readonly kinds: readonly ParsedFile[];
}

export interface KindLink extends FoundLinks {
  readonly kind: RequirementKind;
  readonly reads: KindReads;
  readonly surroundings: LinkSurroundings;
}

interface KeptLink extends Pick<KindLink, 'kind' | 'forms' | 'composed'> {
  readonly formHashes: readonly (readonly [place: string, hash: string])[];
  readonly uses: readonly (Omit<SymbolUse, 'at' | 'definitions'> & { readonly pointer: string })[];
  /** The digest of all kinds, if they were read in a way that has no entry below; else null. */
  readonly all: string | null;
  readonly ids: readonly (readonly [id: string, exists: boolean])[];
  /** With the digest of the files that ask them. */
  readonly questions: readonly (readonly [type: string, name: string, files: string])[];
}

export interface LinkKeeper {
  /** How an earlier process has linked the kind, if everything that it read is still the same. */
  find(root: Cursor): KindLink | null;
  keep(links: readonly (readonly [root: Cursor, link: KindLink])[]): void;
}

/** Null if nothing is kept: outside of `withCompileCache`, and for files that were merged from layers. */
export function openLinkKeeper(surroundings: LinkSurroundings, context: LinkContext): LinkKeeper | null {
  const { others, kinds, additions, pictures } = surroundings;
  if (!isCaching() || [...others, ...kinds].some(({ layers }) => layers !== undefined)) return null;
  const of = digest([vocabularyOf(additions), [...pictures], others.map(digestOfFile)]);
  const earlier = cachedLinks(of);
  const all = digest(kinds.map(digestOfFile));
  const asked = new Map<string, AskedQuestion>();
  const askedAs = (type: string, name: string): AskedQuestion => {
    const key = `${type} ${name}`;
    const known = asked.get(key) ?? askedIn(type, name, context);
    asked.set(key, known);
    return known;
  };
  const found = new Set<string>();
  return {
    find(root) {
      const key = digestOfFile(root.file);
      const text = earlier.get(key);
      if (text === undefined) return null;
      const kept = JSON.parse(text) as KeptLink;
      const isSame =
        (kept.all === null || kept.all === all) &&
        kept.ids.every(([id, exists]) => context.names.kinds.has(id) === exists) &&
        kept.questions.every(([type, name, files]) => askedAs(type, name).digest === files);
      if (!isSame) return null;
      found.add(key);
      const questions = kept.questions.map(([type, name]) => askedAs(type, name).question);
      return restored(kept, root, { surroundings, questions });
    },
    keep(links) {
      const kept = links.flatMap(([root, link]): [string, string][] => {
        const key = digestOfFile(root.file);
        const known = found.has(key)
          ? earlier.get(key)
          : JSON.stringify(keptOf(root, link, { all, askedAs }));
        return known === undefined ? [] : [[key, known]];
      });
      const fresh = kept.map(([key]) => key).filter((key) => !found.has(key));
      cacheLinks({ of, links: new Map(kept) }, fresh);
    },
  };
}

interface AskedQuestion {
  readonly question: SearchedQuestion;
  /** Of its files. */
  readonly digest: string;
}

function askedIn(type: string, name: string, context: LinkContext): AskedQuestion {
  const files = context.names.log.unrecorded(() => filesAsking(propertiesOf(type, context), name));
  return { question: { type, name, files }, digest: digest(files.map(digestOfFile)) };
}

/** Undefined if it cannot be kept: it has mistakes, amounts that are compared each time, or uses of other files. */
function keptOf(
  { file }: Cursor,
  { kind, forms, composed, formHashes, uses, reads, diagnostics, amounts }: KindLink,
  now: { readonly all: string; readonly askedAs: (type: string, name: string) => AskedQuestion },
): KeptLink | undefined {
  const isOwn = uses.every(({ at, definitions }) => at.file === file && definitions === undefined);
  if (diagnostics.length > 0 || amounts.length > 0 || !isOwn) return undefined;
  return {
    kind,
    forms,
    composed,
    formHashes: [...formHashes],
    uses: uses.map(({ at, ...use }) => ({ ...use, pointer: at.pointer })),
    all: reads.isOfAll ? now.all : null,
    ids: [...reads.ids],
    questions: [...reads.questions].map(({ type, name }) => [type, name, now.askedAs(type, name).digest]),
  };
}

function restored(
  { kind, forms, composed, formHashes, uses, all, ids }: KeptLink,
  root: Cursor,
  {
    surroundings,
    questions,
  }: Pick<KindLink, 'surroundings'> & { readonly questions: Iterable<SearchedQuestion> },
): KindLink {
  return {
    kind,
    forms,
    composed,
    formHashes: new Map(formHashes),
    uses: uses.map(({ pointer, ...use }) => ({ ...use, at: cursorAt(root, pointer) })),
    reads: { isOfAll: all !== null, ids: new Map(ids), questions: new Set(questions) },
    diagnostics: [],
    amounts: [],
    surroundings,
  };
}

function cursorAt({ file }: Cursor, pointer: string): Cursor {
  return keysOf(pointer).reduce(child, rootOf(file));
}

function digest(parts: unknown): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}
