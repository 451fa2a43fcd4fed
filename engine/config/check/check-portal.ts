/** The proofs: what can only be seen on the whole portal, over every department and flag. */
import type { Portal } from '../../portal/model/portal.ts';
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ParsedFile } from '../source.ts';
import type { Check } from './checking/check-context.ts';
import { checkAskedAgain } from './papers/asked-again.ts';
import { checkAskedAnew } from './papers/asked-anew.ts';
import { checkBeginnings } from './routes/beginnings.ts';
import { checkExamples } from './forms/examples.ts';
import { checkJourneys } from './routes/journeys.ts';
import { checkLandings } from './routes/landings.ts';
import { checkActors } from './workflows/actors.ts';
import { checkPapers } from './papers/papers.ts';
import { checkAutomaticCircles } from './workflows/circles.ts';
import { checkDays } from './forms/days.ts';
import { checkClockDates } from './workflows/clock-dates.ts';
import { checkClocks } from './workflows/clocks.ts';
import { checkInstalments } from './forms/instalments.ts';
import { checkFields } from './forms/fields.ts';
import { checkFlags } from './routes/flags.ts';
import { checkFourEyes } from './workflows/four-eyes.ts';
import { checkLanguages } from './texts/languages.ts';
import { checkLookups } from './papers/lookups.ts';
import { checkNeeds } from './workflows/needs.ts';
import { checkNotices } from './workflows/notices.ts';
import { checkOpenPages } from './routes/open-pages.ts';
import { checkOfficeConstants } from './papers/office-constants.ts';
import { checkPrefill } from './papers/prefill.ts';
import { checkReviews } from './workflows/reviews.ts';
import { checkStates } from './workflows/states.ts';
import { checkStuck } from './workflows/stuck.ts';
import { checkTranslations } from './texts/translations.ts';
import { checkTriggers } from './workflows/triggers.ts';
import { checkUnits } from './workflows/units.ts';
import { checkVerified } from './forms/verified.ts';
import { checkUnused } from './workflows/unused.ts';
import { checkCircles } from './papers/waiting.ts';
import { checkWorklists } from './routes/worklists.ts';

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
  const checks = isWhole
    ? [checkJourneys, ...(closed.length > 0 ? [] : ofPages), ...ofTheWhole, ...ofParts]
    : ofParts;
  const found = checks.flatMap((check) => check({ portal, files }));
  // Whom his own home does not let in is sent round in circles from everywhere.
  const news = closed.length > 0 ? found.filter(({ code }) => code !== 'route/redirect-loop') : found;
  return [...ofFlags, ...closed, ...news];
}
