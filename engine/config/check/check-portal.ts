/** The proofs: what can only be seen on the whole portal, over every department and flag. */
import type { Portal } from '../../portal/portal.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ParsedFile } from '../source.ts';
import type { Check } from './checking.ts';
import { checkExamples } from './examples.ts';
import { checkJourneys } from './journeys.ts';
import { checkLandings } from './landings.ts';
import { checkActors } from './actors.ts';
import { checkCircles, checkPapers } from './papers.ts';
import { checkStates } from './states.ts';

const checks: readonly Check[] = [
  checkJourneys,
  checkLandings,
  checkStates,
  checkActors,
  checkExamples,
  checkPapers,
  checkCircles,
];

/**
 * Proves what a sound portal promises.
 * @param files what it was linked from, for the places of what is found
 */
export function checkPortal(portal: Portal, files: readonly ParsedFile[]): Diagnostic[] {
  return checks.flatMap((check) => check({ portal, files }));
}
