/** Checks of the whole portal, over every department and flag. */
import type { Portal } from '../../portal/model/portal.ts';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import type { ParsedFile } from '../source/source.ts';
import type { Check } from './context/check-context.ts';
import { checkUnlessKept } from './context/kept-checks.ts';
import { checkRepeatedQuestions } from './papers/repeated-questions.ts';
import { checkNeverAsked } from './papers/never-asked.ts';
import { checkCheckedDocuments } from './papers/checked-documents.ts';
import { checkRequestedItems } from './papers/requested-items.ts';
import { checkAccountPages } from './routes/account-pages.ts';
import { checkRecordCreation } from './routes/record-creation.ts';
import { checkExamples } from './forms/examples.ts';
import { checkCurrencies } from './forms/currencies.ts';
import { checkCreatedAnswers } from './forms/created-answers.ts';
import { checkDerivedValues } from './forms/derived-values.ts';
import { checkOfferedRecords } from './forms/offered-records.ts';
import { checkReferenceTypes } from './forms/reference-types.ts';
import { checkEditors } from './routes/editors.ts';
import { checkEarlyGuards } from './routes/early-guards.ts';
import { checkJourneys, checkLandings } from './routes/journeys.ts';
import { checkActors } from './workflows/actors.ts';
import { checkPapers } from './papers/papers.ts';
import { checkQuorums } from './people/quorums.ts';
import { checkClaims } from './workflows/claims.ts';
import { checkAutomaticCycles } from './workflows/automatic-cycles.ts';
import { checkDays } from './forms/days.ts';
import { checkClockDates } from './workflows/clock-dates.ts';
import { checkClocks } from './workflows/clocks.ts';
import { checkReminders } from './workflows/reminders.ts';
import { checkInstalments } from './forms/instalments.ts';
import { checkRepeatedFees } from './forms/repeated-fees.ts';
import { checkFeesBelowZero } from './forms/fees-below-zero.ts';
import { checkRefunds } from './forms/refunds.ts';
import { checkZeroFees } from './forms/zero-fees.ts';
import { checkFields } from './forms/fields.ts';
import { checkFlags } from './routes/flags.ts';
import { checkFollowedRecords } from './routes/followed-records.ts';
import { checkSeparationOfDuties } from './workflows/separation-of-duties.ts';
import { checkLanguages } from './texts/languages.ts';
import { checkDepartmentLists } from './routes/department-lists.ts';
import { checkLookups } from './papers/lookups.ts';
import { checkNumberPatterns } from './papers/number-patterns.ts';
import { checkPrintedVariants } from './papers/printed-variants.ts';
import { checkSameLabels } from './papers/same-labels.ts';
import { checkSameTitles } from './texts/same-titles.ts';
import { checkNeeds } from './workflows/needs.ts';
import { checkThreads } from './routes/threads.ts';
import { checkNeverDid } from './workflows/never-did.ts';
import { checkNotices } from './workflows/notices.ts';
import { checkPasswordPages } from './routes/password-pages.ts';
import { checkSecondSteps } from './routes/second-steps.ts';
import { checkPartyPages } from './routes/party-pages.ts';
import { checkPublicLists } from './routes/public-lists.ts';
import { checkOfficeConstants } from './papers/office-constants.ts';
import { checkPrefill } from './papers/prefill.ts';
import { checkReviews } from './workflows/reviews.ts';
import { checkDeadEnds, checkStates } from './workflows/states.ts';
import { checkTranslations } from './texts/translations.ts';
import { checkTriggers } from './workflows/triggers.ts';
import { checkUnits } from './workflows/units.ts';
import { checkVerified } from './forms/verified.ts';
import { checkUnused } from './workflows/unused.ts';
import { checkReportTimes } from './reports/report-times.ts';
import { checkCaseNames } from './cases/case-names.ts';
import { checkKindCycles } from './papers/kind-cycles.ts';
import { checkWorklists } from './routes/worklists.ts';

/** Checks of single files, which run even if the portal has other errors. */
const ofParts: readonly Check[] = [
  checkStates,
  checkExamples,
  checkRepeatedQuestions,
  checkPapers,
  checkKindCycles,
  checkRepeatedFees,
];

/** Checks of pages. A department that may not open its own landing has no pages either, so these are skipped then. */
const ofPages: readonly Check[] = [checkPartyPages, checkActors, checkReviews, checkWorklists];

/**
 * Checks of the whole portal. They run only without linking errors: an unknown guard, for example, refuses everybody.
 */
const ofTheWhole: readonly Check[] = [
  checkSeparationOfDuties,
  checkNeverDid,
  checkQuorums,
  checkClaims,
  checkUnits,
  checkDays,
  checkVerified,
  checkRequestedItems,
  checkNeverAsked,
  checkTriggers,
  checkNeeds,
  checkDeadEnds,
  checkFields,
  checkCurrencies,
  checkCreatedAnswers,
  checkDerivedValues,
  checkRecordCreation,
  checkFollowedRecords,
  checkOfferedRecords,
  checkReferenceTypes,
  checkPrefill,
  checkLookups,
  checkCheckedDocuments,
  checkPublicLists,
  checkDepartmentLists,
  checkPasswordPages,
  checkSecondSteps,
  checkEditors,
  checkAccountPages,
  checkAutomaticCycles,
  checkClocks,
  checkReminders,
  checkClockDates,
  checkInstalments,
  checkOfficeConstants,
  checkZeroFees,
  checkFeesBelowZero,
  checkRefunds,
  checkNumberPatterns,
  checkPrintedVariants,
  checkSameLabels,
  checkSameTitles,
  checkReportTimes,
  checkUnused,
  checkNotices,
  checkThreads,
  checkLanguages,
  checkTranslations,
  checkCaseNames,
];

/** Checks that read the questions of requirement kinds, or what else the files of kinds say. */
const ofQuestions: ReadonlySet<Check> = new Set([
  checkNeeds,
  checkNotices,
  checkClockDates,
  checkDays,
  checkNeverAsked,
  checkFields,
  checkCurrencies,
  checkOfferedRecords,
  checkReferenceTypes,
  checkPrefill,
  checkPublicLists,
  checkSameLabels,
  checkSameTitles,
  checkLanguages,
  checkTranslations,
  checkCaseNames,
  checkExamples,
  checkRepeatedQuestions,
]);

/** Checks that need not be made again when only questions of requirement kinds have changed. */
export const keptChecks: ReadonlySet<Check> = new Set(
  [checkJourneys, checkEarlyGuards, ...ofPages, ...ofTheWhole, ...ofParts].filter(
    (check) => !ofQuestions.has(check),
  ),
);

/**
 * Checks the whole portal.
 * @param files the linked files, for the places of the findings
 * @param isLinked false if linking found errors; then only single files are checked
 */
export function checkPortal(
  portal: Portal,
  files: readonly ParsedFile[],
  { isLinked = true }: { readonly isLinked?: boolean } = {},
): Diagnostic[] {
  const context = { portal, files };
  const ofFlags = isLinked ? checkUnlessKept(context, [checkFlags]) : [];
  // A flag that nobody has excludes as many visitors as an unknown guard.
  const isWhole = isLinked && !hasErrors(ofFlags);
  const closed = isWhole ? checkUnlessKept(context, [checkLandings]) : [];
  // If nobody can sign in, or no department may open its landing, one rule closes the whole portal.
  const isShut =
    closed.some(({ code }) => code === 'portal/closed-login') ||
    (Object.keys(portal.departments).length > 1 && closed.length >= Object.keys(portal.departments).length);
  const checks =
    isWhole && !isShut
      ? [checkJourneys, checkEarlyGuards, ...(closed.length > 0 ? [] : ofPages), ...ofTheWhole, ...ofParts]
      : ofParts;
  const kept = checks.filter((check) => keptChecks.has(check));
  const others = checks.filter((check) => !keptChecks.has(check));
  return [
    ...ofFlags,
    ...closed,
    ...checkUnlessKept(context, kept),
    ...others.flatMap((check) => check(context)),
  ];
}
