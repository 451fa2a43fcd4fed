/**
 * Links the requirement kinds. A kind is linked again only if something has changed that its last linking has read, in
 * this process or in an earlier one: its file, any file that is not a kind, or what `KindReads` lists of the other kinds.
 */
import type { RequirementKind } from '../../../portal/model/requirement.ts';
import type { ParsedFile } from '../../source/source.ts';
import { propertiesOf } from '../conditions/field-path.ts';
import type { Cursor } from '../input/cursor.ts';
import { addFound, nothingFound } from '../input/found-links.ts';
import type { LinkContext } from '../input/link-context.ts';
import type { SearchedQuestion } from '../input/kind-reads.ts';
import { filesAsking } from '../names/properties.ts';
import { type KindLink, type LinkSurroundings, openLinkKeeper } from './kept-links.ts';
import { linkKind } from './requirements.ts';

/** The last result of each kind, by its file. */
const links = new WeakMap<ParsedFile, KindLink>();

/** @param parsed all files of the configuration */
export function linkKinds(
  parsed: readonly ParsedFile[],
  context: LinkContext,
): Record<string, RequirementKind> {
  const kinds = context.names.log.unrecorded(() => [...context.names.kinds]);
  // Uses of questions hold places in other files, which move with any edit, so they are not used again.
  if (context.questionUses !== null) {
    return Object.fromEntries(kinds.map(([id, root]) => [id, linkKind(id, root, context)]));
  }
  const surroundings: LinkSurroundings = {
    additions: context.additions,
    pictures: context.pictures,
    // Tests expect something of the configuration, and are no part of it.
    others: parsed.filter(({ kind }) => kind !== 'requirement-kind' && kind !== 'test'),
    kinds: kinds.map(([, { file }]) => file),
  };
  const isCurrent = createComparison(surroundings, context);
  const keeper = openLinkKeeper(surroundings, context);
  const linked = kinds.map(([id, root]) => {
    const last = links.get(root.file);
    // Nothing is noted of a kind that is not linked again.
    const isNoted = context.conditions?.file === root.file.name;
    const kept = last !== undefined && isCurrent(last) ? last : (keeper?.find(root) ?? null);
    const known = isNoted ? null : kept;
    // What is still right is right here too: the surroundings of earlier linkings are let go.
    const link = known === null ? linkAlone(id, root, { context, surroundings }) : { ...known, surroundings };
    if (known !== null) context.names.log.repeat(link.reads);
    links.set(root.file, link);
    addFound(context, link);
    return { id, root, link };
  });
  keeper?.keep(linked.map(({ root, link }) => [root, link]));
  return Object.fromEntries(linked.map(({ id, link }) => [id, link.kind]));
}

function linkAlone(
  id: string,
  root: Cursor,
  { context, surroundings }: { readonly context: LinkContext; readonly surroundings: LinkSurroundings },
): KindLink {
  const found = nothingFound();
  const { result, reads } = context.names.log.record(() => linkKind(id, root, { ...context, ...found }));
  return { ...found, kind: result, reads, surroundings };
}

/** Many kinds share what they have read, so each part is compared once. */
function createComparison(surroundings: LinkSurroundings, context: LinkContext): (link: KindLink) => boolean {
  const compared = new Map<LinkSurroundings, { readonly isSame: boolean; readonly hasSameKinds: boolean }>();
  const questions = new Map<SearchedQuestion, boolean>();
  const compare = (earlier: LinkSurroundings) => {
    const known = compared.get(earlier) ?? {
      isSame: isSame(earlier, surroundings),
      hasSameKinds: areSame(earlier.kinds, surroundings.kinds),
    };
    compared.set(earlier, known);
    return known;
  };
  const isAskedBySame = (read: SearchedQuestion): boolean => {
    const known =
      questions.get(read) ?? areSame(read.files, filesAsking(propertiesOf(read.type, context), read.name));
    questions.set(read, known);
    return known;
  };
  return ({ reads, surroundings: earlier }) => {
    const { isSame: isHere, hasSameKinds } = compare(earlier);
    return (
      isHere &&
      (hasSameKinds ||
        (!reads.isOfAll &&
          [...reads.ids].every(([id, exists]) => context.names.kinds.has(id) === exists) &&
          [...reads.questions].every(isAskedBySame)))
    );
  };
}

function isSame(earlier: LinkSurroundings, now: LinkSurroundings): boolean {
  return (
    earlier.additions === now.additions &&
    areSame(earlier.others, now.others) &&
    JSON.stringify([...earlier.pictures]) === JSON.stringify([...now.pictures])
  );
}

function areSame(earlier: readonly ParsedFile[], now: readonly ParsedFile[]): boolean {
  return earlier.length === now.length && earlier.every((file, index) => file === now[index]);
}
