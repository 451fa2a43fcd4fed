/** The proofs: what can only be seen on the whole portal, over every department and flag. */
import type { Portal } from '../../portal/portal.ts';
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ParsedFile } from '../source.ts';
import type { Check } from './checking.ts';
import { checkAskedAgain } from './asked-again.ts';
import { checkAskedAnew } from './asked-anew.ts';
import { checkBeginnings } from './beginnings.ts';
import { checkExamples } from './examples.ts';
import { checkJourneys } from './journeys.ts';
import { checkLandings } from './landings.ts';
import { checkActors } from './actors.ts';
import { checkPapers } from './papers.ts';
import { checkAutomaticCircles } from './circles.ts';
import { checkDays } from './days.ts';
import { checkClockDates } from './clock-dates.ts';
import { checkClocks } from './clocks.ts';
import { checkInstalments } from './instalments.ts';
import { checkFields } from './fields.ts';
import { checkFlags } from './flags.ts';
import { checkFourEyes } from './four-eyes.ts';
import { checkLanguages } from './languages.ts';
import { checkLookups } from './lookups.ts';
import { checkNeeds } from './needs.ts';
import { checkNotices } from './notices.ts';
import { checkOpenPages } from './open-pages.ts';
import { checkOfficeConstants } from './office-constants.ts';
import { checkPrefill } from './prefill.ts';
import { checkReviews } from './reviews.ts';
import { checkStates } from './states.ts';
import { checkStuck } from './stuck.ts';
import { checkTranslations } from './translations.ts';
import { checkTriggers } from './triggers.ts';
import { checkUnits } from './units.ts';
import { checkVerified } from './verified.ts';
import { checkUnused } from './unused.ts';
import { checkCircles } from './waiting.ts';
import { checkWorklists } from './worklists.ts';

/** What can be said of a file whatever else is wrong. */
const ofParts: readonly Check[] = [checkStates, checkExamples, checkAskedAgain, checkPapers, checkCircles];

/** Whom his own home does not let in has no pages either: that is no further fault. */
const ofPages: readonly Check[] = [checkActors, checkReviews, checkWorklists];

/** What would only echo a reference to nothing: a guard that does not exist keeps everybody out. */
const ofTheWhole: readonly Check[] = [
  checkFourEyes,
  checkUnits,
  checkDays,
  checkVerified,
  checkAskedAnew,
  checkTriggers,
  checkNeeds,
  checkStuck,
  checkFields,
  checkBeginnings,
  checkPrefill,
  checkLookups,
  checkOpenPages,
  checkAutomaticCircles,
  checkClocks,
  checkClockDates,
  checkInstalments,
  checkOfficeConstants,
  checkUnused,
  checkNotices,
  checkLanguages,
  checkTranslations,
];

/**
 * Proves what a sound portal promises.
 * @param files what it was linked from, for the places of what is found
 * @param isLinked false where linking found errors: then only parts are looked at
 */
export function checkPortal(
  portal: Portal,
  files: readonly ParsedFile[],
  { isLinked = true }: { readonly isLinked?: boolean } = {},
): Diagnostic[] {
  const ofFlags = isLinked ? checkFlags({ portal, files }) : [];
  // A flag that nobody has keeps as many out as a guard that does not exist.
  const isWhole = isLinked && !hasErrors(ofFlags);
  const closed = isWhole ? checkLandings({ portal, files }) : [];
  const checks = isWhole ? [checkJourneys, ...(closed.length > 0 ? [] : ofPages), ...ofTheWhole, ...ofParts] : ofParts;
  const found = checks.flatMap((check) => check({ portal, files }));
  // Whom his own home does not let in is sent round in circles from everywhere.
  const news = closed.length > 0 ? found.filter(({ code }) => code !== 'route/redirect-loop') : found;
  return [...ofFlags, ...closed, ...news];
}
