/** The verification page of a document: the page with a document code in its path. */
import { parameterOf } from './match.ts';
import type { Decidable } from '../model/portal.ts';

/** The path of the page for this code; null if the configuration has no such page. */
export function documentPathOf({ routes }: Pick<Decidable, 'routes'>, code: string): string | null {
  for (const { path, params } of routes) {
    const isOfCode = Object.values(params).some((domain) => 'document' in domain);
    if (!isOfCode) continue;
    const segments = path.split('/');
    return segments.map((segment) => (parameterOf(segment) === null ? segment : code)).join('/');
  }
  return null;
}
