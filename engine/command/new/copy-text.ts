/** Copies a file of the configuration under another name. */
import type { NamedPlace } from '../../config/grammar/named-places.ts';
import type { NameKind } from '../../config/grammar/declared-names.ts';
import { namedPlaces } from '../../config/grammar/named-places.ts';
import type { ParsedFile } from '../../config/source/source.ts';
import { pointerTo } from '../../portal/values/pointer.ts';
import { mappingOf } from '../../portal/values/is-mapping.ts';
import { replaceScalars, withoutKey, type YamlPath } from '../../config/edit/edit-yaml.ts';

/** Another name of something, where the copy means it. */
export interface NameChange {
  readonly kind: NameKind;
  readonly from: readonly string[];
  readonly to: string;
}

export interface CopyRules {
  readonly title: string;
  readonly renamings: readonly NameChange[];
  /** The new name of a key, such as a page; null: it stays. */
  readonly renameKey?: (key: string) => string | null;
  /** The new text of another value, such as a path; null: it stays. */
  readonly replace?: (value: string, path: YamlPath) => string | null;
}

/** Only the original has these: other spellings, earlier names, its end. */
const ownKeys = ['path', 'aliases', 'formerly', 'retired'] as const;

/** @returns the text without its modeline. Comments stay. */
export function copyText(
  file: ParsedFile,
  { title, renamings, renameKey = () => null, replace = () => null }: CopyRules,
): string {
  const { title: was } = mappingOf(file.value);
  const places = new Map(namedPlaces(file).map((place) => [place.pointer, place]));
  const text = replaceScalars(file.text, ({ value, path, isKey }) => {
    if (isKey) return renameKey(value);
    // A form is often named like what it belongs to.
    if (path.at(-1) === 'title' && value === was) return title;
    const place = places.get(pointerTo(...path));
    const renaming = place && renamings.find((one) => isMeant(place, one));
    return renaming?.to ?? replace(value, path);
  });
  return ownKeys.reduce<string>(withoutKey, text).replace(/^# yaml-language-server:.*\n/, '');
}

/** True if the place names what a renaming is about. */
export function isMeant({ kinds, name }: NamedPlace, { kind, from }: Omit<NameChange, 'to'>): boolean {
  return kinds.includes(kind) && from.includes(name);
}
