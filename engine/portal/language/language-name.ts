/** The names of languages. */
const known = new Map<string, string>();

/** The name of a language in itself: English, Filipino. A browser needs long to find it: the slice brings it along. */
export function nameOfLanguage(language: string): string {
  const found = known.get(language);
  if (found !== undefined) return found;
  const said = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const name = said.slice(0, 1).toLocaleUpperCase(language) + said.slice(1);
  known.set(language, name);
  return name;
}
