/**
 * Anchors from the log. Because they are outside the database, they prove that later anchors were removed from it.
 */
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { Anchor } from './anchors.ts';

/** The log lines with an anchor, as the server and `audit anchor` write them. */
export function publishedAnchors(log: string): Anchor[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"anchor"'))
    .flatMap((line) => anchorIn(line) ?? []);
}

function anchorIn(line: string): Anchor | null {
  try {
    const entry: unknown = JSON.parse(line);
    const anchor = isMapping(entry) ? entry['anchor'] : null;
    return isAnchor(anchor) ? anchor : null;
  } catch {
    return null;
  }
}

function isAnchor(value: unknown): value is Anchor {
  return (
    isMapping(value) &&
    ['number', 'key', 'since', 'upto', 'events'].every((name) => typeof value[name] === 'number') &&
    ['at', 'digest', 'seal'].every((name) => typeof value[name] === 'string')
  );
}
