/** Finds the most similar name and suggests it. */

/** The most choices that a remedy lists. */
const choicesShown = 40;

/** Returns the most similar candidate, or null if none is similar enough. */
export function nearestName(written: string, candidates: readonly string[]): string | null {
  const word = written.slice(0, 80).toLowerCase();
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = distanceBetween(word, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/**
 * Returns the remedy for an unknown name: the most similar name, then all names.
 * @param what the label of the choices: `Declared guards`
 */
export function suggest(written: string, candidates: readonly string[], what: string): string {
  const near = nearestName(written, candidates);
  const sorted = [...candidates].sort();
  const shown = sorted.slice(0, choicesShown).join(', ');
  const rest = sorted.length > choicesShown ? ` and ${sorted.length - choicesShown} more` : '';
  const choices = sorted.length === 0 ? `${what}: none.` : `${what}: ${shown}${rest}.`;
  return near === null ? choices : `${askMeant(near)} ${choices}`;
}

/** The same without the names: ` Did you mean "open"?` behind a sentence, or nothing. */
export function suggestion(written: string, candidates: readonly string[]): string {
  const near = nearestName(written, candidates);
  return near === null ? '' : ` ${askMeant(near)}`;
}

function askMeant(name: string): string {
  return `Did you mean "${name}"?`;
}

/** Edit distance between two words: letters left out, added, replaced or swapped with their neighbour. */
function distanceBetween(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const replaced = (previous[j - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, replaced, swapped));
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
