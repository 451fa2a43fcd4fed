/** Walks the answers of a form, through its groups and the rows of its lists. */
import { isMapping, mappingOf } from './is-mapping.ts';

export interface WordedAnswer {
  /** Dotted: `lines.0.units`. */
  readonly path: string;
  /** The `ui:` words of its question. */
  readonly words: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

/** Every answer that is neither a group nor a list, with the words of its question. */
export function answersBelow(
  words: Readonly<Record<string, unknown>>,
  answer: unknown,
  path = '',
): readonly WordedAnswer[] {
  const below = (key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
  if (Array.isArray(answer))
    return answer.flatMap((row: unknown, at) => answersBelow(mappingOf(words['items']), row, below(at)));
  if (!isMapping(answer)) return [{ path, words, answer }];
  return Object.entries(answer).flatMap(([name, one]) =>
    answersBelow(mappingOf(words[name]), one, below(name)),
  );
}
