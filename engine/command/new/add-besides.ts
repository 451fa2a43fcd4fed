/** Adds a new name beside the one that it was made like: in each list, and wherever a list may stand. */
import { keysOf } from '../../portal/values/pointer.ts';
import { isMeant, type NameChange } from './copy-text.ts';
import type { ConfigurationDraft } from './draft.ts';
import { makeList } from '../../config/edit/edit-yaml.ts';
import { addToList } from '../../config/edit/write-value.ts';

type NamedInFile = ReturnType<ConfigurationDraft['named']>[number];

/**
 * @param isCopied places in what was copied
 * @returns the other places, which have room for one name only: `config/papers.yaml:568`
 */
export function addBesides(
  draft: ConfigurationDraft,
  renaming: NameChange,
  isCopied: (place: NamedInFile) => boolean = () => false,
): readonly string[] {
  const places = draft.named().filter((place) => isMeant(place, renaming) && !isCopied(place));
  return places.flatMap((place) => {
    if (addBeside(draft, place, renaming.to)) return [];
    const { file, line } = place.file.positions(place.pointer);
    return [`${file}:${line}`];
  });
}

/** What is left to decide about these places. */
export function sayAlone(like: string, places: readonly string[]): readonly string[] {
  return places.length === 0
    ? []
    : [`whether it is meant too where ${like} is named alone: ${places.join(', ')}`];
}

/** @returns false if there is no room */
function addBeside(
  draft: ConfigurationDraft,
  { file, pointer, name, isListable }: NamedInFile,
  entry: string,
): boolean {
  const path = keysOf(pointer);
  const list = path.slice(0, -1);
  const holder = list.reduce<unknown>((of, key) => Object(of)[key], file.value);
  if (Array.isArray(holder)) {
    // Pages for one department alone are its own.
    if (holder.length === 1 && list.includes('forEach')) return false;
    draft.edit(file.name, (text) => addToList(text, list, entry, name));
    return true;
  }
  if (isListable) draft.edit(file.name, (text) => makeList(text, path, entry));
  return isListable;
}
