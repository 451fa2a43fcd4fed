/** Links parsed files to one frozen portal, and resolves every reference. */
import { createHash } from 'node:crypto';
import { collectAdditions } from '../../extension/extension.ts';
import type { Picture } from '../../portal/model/document.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import { createDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { fileKinds, type FileKind, type ParsedFile } from '../source/source.ts';
import { linkAccepts, linkPapers } from './checklists/checklist-items.ts';
import { child, rootOf, text } from './input/cursor.ts';
import { linkArrivals } from './portal/arrivals.ts';
import { linkCalendars, linkDays } from './calendar/calendars.ts';
import { linkDocuments } from './documents/documents.ts';
import { linkFees } from './fees/fees.ts';
import { narrowLists } from './routes/narrowed-lists.ts';
import { linkLocales } from './texts/locales.ts';
import { linkNotices } from './workflows/notices.ts';
import { linkReports } from './documents/reports.ts';
import { linkDepartments } from './departments/departments.ts';
import { freezeDeeply } from '../../portal/values/freeze.ts';
import { checkAmounts } from './conditions/joined-amounts.ts';
import { checkDistricts } from './geography/districts.ts';
import { checkFormats } from './forms/formats.ts';
import { linkAllForms } from './forms/forms.ts';
import { checkTargets, linkGuards } from './routes/guards.ts';
import { checkGroups } from './names/department-names.ts';
import { type LinkContext, isKnown } from './input/link-context.ts';
import type { ConditionNotes } from './input/noted-conditions.ts';
import type { SymbolUse } from './input/symbol-use.ts';
import { unknownNames } from './cases/read-cases.ts';
import { gatherNames } from './names/names.ts';
import { unusedNames } from './names/unused-names.ts';
import { linkLookups } from './records/lookups.ts';
import {
  checkConnections,
  checkCurrency,
  checkTiles,
  checkTimeZone,
  linkPortalFile,
} from './portal/portal-file.ts';
import { linkSeal } from './names/seal.ts';
import { linkSignIn } from './portal/sign-in.ts';
import { linkOptional, never } from './conditions/condition.ts';
import { checkAnswers } from './portal/demonstration.ts';
import { checkEntries } from './portal/welcome.ts';
import { checkContrast } from './portal/theme.ts';
import { linkWorkbench } from './portal/workbench.ts';
import { linkThreads } from './portal/threads.ts';
import { linkRecords } from './records/records.ts';
import { linkKinds } from './requirements/linked-kinds.ts';
import { checkPreviews, linkSets } from './requirements/requirements.ts';
import { checkLandings } from './routes/landings.ts';
import { checkGuardReads, linkRedirects } from './routes/route-table.ts';
import { linkRoutesOnce } from './routes/kept-routes.ts';
import { linkFormerNames } from './succession/former-names.ts';
import { linkMigrations } from './succession/migrations.ts';
import { linkWorkflows } from './workflows/workflows.ts';
import type { FilesByKind } from './input/files.ts';

interface LinkResult {
  /** Complete even after errors: parts that could not be linked are closed or left out. */
  readonly portal: Portal;
  readonly diagnostics: Diagnostic[];
  /** Warnings of names that nothing uses. After a mistake they may only follow from it. */
  readonly unused: Diagnostic[];
}

export interface LinkOptions {
  /** By name. */
  readonly pictures?: ReadonlyMap<string, Picture>;
  /** Receives each use of a name. */
  readonly uses?: SymbolUse[] | null;
  /** Receives the conditions of one file. */
  readonly conditions?: ConditionNotes | null;
}

/** Always the same, so that two runs can be compared. */
const noAdditions = collectAdditions([]);

/** Links parsed files. Never throws: every mistake becomes a diagnostic, and one run finds all of them. */
export function linkPortal(
  parsed: readonly ParsedFile[],
  additions = noAdditions,
  { pictures = new Map(), uses = null, conditions = null }: LinkOptions = {},
): LinkResult {
  const files = byKind(parsed);
  const recorded = uses ?? [];
  const names = gatherNames(files);
  const context: LinkContext = {
    names,
    additions,
    pictures,
    diagnostics: [],
    uses: recorded,
    questionUses: uses,
    conditions,
    formHashes: new Map(),
    forms: {},
    composed: {},
    amounts: [],
  };
  const guardFiles = files.guards.map(rootOf);
  const portalFile = linkPortalFile(files.portal[0]);
  checkGroups(files.groups.map(rootOf), context);
  const departments = linkDepartments(portalFile.flags, context);
  const guarding = linkGuards(guardFiles, context);
  const written = linkRoutesOnce(files, context);
  const routes = linkRedirects(written, context);
  const routeNames = new Set(routes.map((route) => route.name));
  checkLandings({ written, routes: routeNames, groupFiles: files.groups.map(rootOf) }, context);
  checkTargets(guardFiles, routeNames, context);
  checkGuardReads(written, guarding.guards, context);
  checkPreviews(routes, context);
  checkFormats(context);
  checkDistricts(context);
  for (const file of files.portal) {
    checkTimeZone(file, context);
    checkCurrency(file, context);
    checkConnections(child(rootOf(file), 'connections'), context);
    checkTiles(child(rootOf(file), 'map'), context);
    checkContrast(child(rootOf(file), 'theme'), context);
    linkAccepts(child(child(rootOf(file), 'uploads'), 'accepts'), context);
  }
  checkLogin(files, routeNames, context);
  checkCredentialsFlag(files, context);
  const narrowed = narrowLists(written, routes, { recordTypes: linkRecords(context), context });
  const portal: Portal = {
    hash: hashOf(parsed, pictures),
    ...portalFile.portal,
    pictures: Object.fromEntries(pictures),
    seal: linkSeal(portalFile.seal, context),
    threads: linkThreads(files.portal[0], portalFile.portal.uploads, context),
    workbench: linkWorkbench(portalFile.workbench, context),
    officeViews: linkOptional(portalFile.officeViews, context, {
      where: 'access',
      type: null,
      absent: never,
    }),
    signIn: linkSignIn(files.portal[0], context),
    departments,
    aliases: Object.fromEntries(names.aliases),
    groups: Object.fromEntries(names.groups),
    ...guarding,
    ...narrowed,
    workflows: linkWorkflows(files.workflow.map(rootOf), context),
    sets: linkSets(context),
    kinds: linkKinds(parsed, context),
    papers: linkPapers(context),
    lookups: linkLookups(context),
    days: linkDays(context),
    calendars: linkCalendars(context),
    arrivals: linkArrivals(files.arrivals, context),
    fees: linkFees(context),
    documents: linkDocuments(context),
    notices: linkNotices(context),
    reports: linkReports(context),
    forms: context.forms,
    translations: linkLocales(files.locale, portalFile.portal.locales, context),
    composed: context.composed,
    namedForms: linkAllForms(context),
    formerNames: [],
    migrations: [],
  };
  for (const file of files.portal) {
    checkEntries(file, portal, context);
    checkAnswers(file, portal, context);
  }
  // Their unknown names are reported by a check: tests expect something of the configuration, and are no part of it.
  if (uses !== null) unknownNames(files.test, portal, context);
  const formerNames = linkFormerNames(files.gone, portal, context);
  const migrations = linkMigrations(files.migration, { ...portal, formerNames }, context);
  checkAmounts(portal, context);
  return {
    portal: freezeDeeply({ ...portal, formerNames, migrations }),
    diagnostics: files.portal.length === 0 ? missing(parsed) : distinct(context.diagnostics),
    unused: unusedNames(files, recorded),
  };
}

function byKind(parsed: readonly ParsedFile[]): FilesByKind {
  const none = fileKinds.map((kind): [FileKind, ParsedFile[]] => [kind, []]);
  const files = Object.fromEntries(none) as Record<FileKind, ParsedFile[]>;
  for (const file of parsed) files[file.kind].push(file);
  return files;
}

function checkLogin(files: FilesByKind, routes: ReadonlySet<string>, context: LinkContext): void {
  const [file] = files.portal;
  if (file === undefined) return;
  const login = child(rootOf(file), 'login');
  const name = text(login);
  if (name !== null) isKnown(context, 'portal/unknown-login', login, { name, choices: routes });
}

function checkCredentialsFlag(files: FilesByKind, context: LinkContext): void {
  const [file] = files.portal;
  if (file === undefined) return;
  const flag = child(rootOf(file), 'credentialsFlag');
  const name = text(flag);
  if (name !== null) isKnown(context, 'condition/unknown-flag', flag, { name, choices: context.names.flags });
}

/** Without portal.yaml many names are unknown, so only the missing file is reported. */
function missing(parsed: readonly ParsedFile[]): Diagnostic[] {
  const [first] = parsed;
  const folder = first === undefined ? '' : first.path.slice(0, -first.name.length);
  const place = { file: `${folder}portal.yaml`, line: 1, column: 1 };
  return [createDiagnostic('portal/missing', place, {})];
}

/** Covers the content of the files, not their layout: a changed comment does not change the version. */
function hashOf(parsed: readonly ParsedFile[], pictures: ReadonlyMap<string, Picture>): string {
  const hash = createHash('sha256');
  // What tests expect changes nothing.
  const files = parsed.filter(({ kind }) => kind !== 'test');
  for (const file of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) hash.update(contentOf(file));
  if (pictures.size > 0) hash.update(JSON.stringify([...pictures]));
  return hash.digest('base64url');
}

const contentOf = onceForEach(({ name, value }: ParsedFile) => JSON.stringify([name, value]));

/** A mistake in a file that is expanded forty times is reported once. */
function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Map<string, Diagnostic>();
  for (const one of diagnostics) {
    const key = [one.code, one.file, one.line, one.column, one.message].join('\n');
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}
