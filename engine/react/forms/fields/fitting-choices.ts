/** Which of many choices fit the typed words, the best ones first. */
import type { ChoiceGroup } from './choices-within.ts';

interface LabelledChoice {
  readonly label: string;
}

/** Each word must be in the label, or in the heading of its group. */
export function fittingChoices<Choice extends LabelledChoice>(
  groups: readonly ChoiceGroup<Choice>[],
  query: string,
): readonly ChoiceGroup<Choice>[] {
  const wanted = spoken(query);
  const words = wanted.split(' ');
  const fits = (title: string | null) => {
    const heading = spoken(title ?? '');
    return ({ label }: Choice) =>
      words.every((word) => spoken(label).includes(word) || heading.includes(word));
  };
  const rank = ({ label }: Choice) => {
    const said = spoken(label);
    if (said === wanted) return 0;
    if (said.startsWith(wanted)) return 1;
    return said.includes(wanted) ? 2 : 3;
  };
  return groups
    .map(({ title, choices }) => ({
      title,
      choices: choices.filter(fits(title)).sort((one, other) => rank(one) - rank(other)),
    }))
    .filter(({ choices }) => choices.length > 0)
    .sort((one, other) => best(one, rank) - best(other, rank));
}

function best<Choice>({ choices }: ChoiceGroup<Choice>, rank: (choice: Choice) => number): number {
  const [first] = choices;
  return first === undefined ? Infinity : rank(first);
}

/** Without accents, case and marks. */
export function spoken(words: string): string {
  return words
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
