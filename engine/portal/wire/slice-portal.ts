/**
 * Cuts out of the Portal what one visitor's browser needs: the pages that open for them, and the contents of these
 * pages.
 */
import { referencesOf, referredValue } from '../forms/references.ts';
import type { Scope } from '../conditions/scope.ts';
import { wireColumn } from './column-labels.ts';
import type { Condition } from '../model/condition.ts';
import { decide, rulesOf } from '../routing/decide.ts';
import { holds } from '../conditions/evaluate.ts';
import { localDate } from '../time/working-days.ts';
import { firstStepsOf } from './outlook.ts';
import type { Guard, Route } from '../model/route.ts';
import { parameterOf } from '../routing/match.ts';
import { addressOf, followPage, isOpenList } from '../routing/visitors.ts';
import { isOpenToStrangers } from '../workflow/new-records.ts';
import { maySendAtOnce } from '../workflow/sending-step.ts';
import type { Portal } from '../model/portal.ts';
import type { List, RecordType } from '../model/record-type.ts';
import { sealBesideTitle } from '../documents/seal-picture.ts';
import { sliceTheme } from './slice-theme.ts';
import type { PortalSlice, SliceLookup, SliceRecordType } from './slice.ts';
import { tell } from '../text/tell.ts';
import { whyNoUnit } from '../access/access.ts';
import { accountPlaces, newAccount } from '../access/accounts.ts';
import { hasPasswords, providersOf } from '../access/sign-in.ts';
import { nameOfLanguage } from '../language/language-name.ts';
import { message } from '../../locales/message.ts';
import { userMessages } from '../../locales/users.ts';
import { isListOfClaims } from '../workflow/claims.ts';
import { stateHelp, stateTitle, visibleStates } from '../access/visible-data.ts';

/**
 * The slice holds every route that opens for the visitor, and routes whose paths compete with one of these, so that a
 * path
 * matches exactly as in the whole portal. Positions in configuration files are left out.
 */
export function slicePortal(scope: Scope): PortalSlice {
  const { portal, visitor } = scope;
  const routes = routesOf(scope);
  const guards = guardsOf(portal, routes);
  const types = typesOf(scope, routes);
  return {
    hash: portal.hash,
    title: portal.title,
    timeZone: portal.timeZone,
    language: portal.language,
    locales: portal.locales,
    localeNames: Object.fromEntries(portal.locales.map((language) => [language, nameOfLanguage(language)])),
    days: portal.days,
    login: portal.login,
    theme: sliceTheme(portal.theme),
    seal: sealBesideTitle(portal),
    ...(portal.map !== null && { map: portal.map }),
    welcome: portal.welcome,
    signIn: signInOf(scope),
    constants: portal.constants,
    uploads: {
      maxBytes: portal.uploads.maxBytes,
      accepts: portal.uploads.accepts,
      photos: portal.uploads.photos,
    },
    messages: portal.messages,
    navigation: visitor.signedIn ? portal.navigation : [],
    departments: departmentsOf(scope),
    aliases: visitor.signedIn ? portal.aliases : {},
    groups: pick(portal.groups, groupsOf(routes)),
    guards,
    routes: routes.map(forSlice),
    recordTypes: Object.fromEntries(types.map((type) => [type.type, recordTypeOf(scope, type)])),
    lookups: lookupsOf(scope, routes),
    kinds: kindsOf(portal, types),
    publicLookups: Object.values(portal.lookups).flatMap(({ name, isPublic }) => (isPublic ? [name] : [])),
  };
}

function signInOf({ portal, visitor: { department } }: Scope): PortalSlice['signIn'] {
  const { providers, withoutPassword } = portal.signIn;
  const own = department === null ? providers : providersOf(portal, department);
  return {
    providers: own.map(({ key, title }) => ({ key, title })),
    isPasswordless: department === null ? withoutPassword.length > 0 : !hasPasswords(portal, department),
  };
}

const nowhere = { file: '', line: 0, column: 0 };

/** What a text page says is read when it opens (`GET /text-pages/:page`). */
function forSlice(route: Route): Route {
  return { ...route, place: nowhere, sections: [] };
}

/** The pages that open, the targets of their rules, and routes that could match instead of one of these. */
function routesOf(scope: Scope): Route[] {
  const { portal } = scope;
  const landings = landingsOf(scope);
  const taken = new Set(portal.routes.filter((route) => landings.has(route.name) || isMet(scope, route)));
  const waiting = [...taken];
  for (let route = waiting.pop(); route !== undefined; route = waiting.pop()) {
    const shapes = shapesOf(route).filter((shape) => shape.some(isParameter));
    const targets = new Set(rulesOf(portal, route).map(({ otherwise }) => otherwise.go));
    const more = portal.routes.filter(
      (other) => !taken.has(other) && (targets.has(other.name) || competes(other, shapes)),
    );
    for (const other of more) taken.add(other);
    waiting.push(...more);
  }
  return portal.routes.filter((route) => taken.has(route));
}

/** The names of the routes to which rules send this visitor, whether or not they open. */
function landingsOf({ portal, visitor }: Scope): ReadonlySet<string> {
  const landings = portal.departments[visitor.department ?? '']?.landings ?? {};
  return new Set([portal.login, ...Object.values<string | null>(landings)].filter((name) => name !== null));
}

function competes(route: Route, shapes: readonly (readonly string[])[]): boolean {
  return shapesOf(route).some((own) => shapes.some((shape) => overlap(own, shape) && beats(own, shape)));
}

function shapesOf({ path, aliases }: Route): string[][] {
  return [path, ...aliases].map(segmentsOf);
}

/** Opens, or redirects this visitor, for example from a public page to their own pages. */
function isMet(scope: Scope, route: Route): boolean {
  const { visitor } = scope;
  const decision = decide(scope, addressOf(route, visitor.department ?? ''));
  if (decision.outcome === 'not-found' || decision.route !== route) return false;
  return decision.outcome === 'show' || decision.to === route.redirect;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function isParameter(segment: string): boolean {
  return parameterOf(segment) !== null;
}

function overlap(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length &&
    one.every((segment, index) => {
      const beside = other[index] ?? '';
      return segment === beside || isParameter(segment) || isParameter(beside);
    })
  );
}

/** If a path matches two routes, the one that is static where they first differ wins. */
function beats(one: readonly string[], other: readonly string[]): boolean {
  const at = one.findIndex((segment, index) => isParameter(segment) !== isParameter(other[index] ?? ''));
  return at !== -1 && !isParameter(one[at] ?? '');
}

function guardsOf(portal: Portal, routes: readonly Route[]): Record<string, Guard> {
  const guards = pick(portal.guards, new Set(routes.flatMap((route) => route.guards)));
  return Object.fromEntries(
    Object.entries(guards).map(([name, guard]) => [
      name,
      { ...guard, rules: guard.rules.map((rule) => ({ ...rule, place: nowhere })) },
    ]),
  );
}

function groupsOf(routes: readonly Route[]): Set<string> {
  const domains = routes.flatMap((route) => Object.values(route.params));
  return new Set(domains.flatMap((domain) => ('group' in domain ? [domain.group] : [])));
}

/** The visitor's own department with its flags; of the others only the titles, which appear beside records. */
function departmentsOf({ portal, visitor }: Scope): PortalSlice['departments'] {
  if (!visitor.signedIn) return {};
  return Object.fromEntries(
    Object.values(portal.departments).map(({ key, title, kind, aliases, landings, flags, contacts }) => [
      key,
      {
        key,
        title,
        kind,
        aliases,
        landings,
        flags: key === visitor.department ? flags : {},
        ...(contacts.length > 0 && { contacts }),
      },
    ]),
  );
}

/**
 * The types that the pages use, with their ancestors and children: a record's page lists its children. A visitor
 * without
 * an account sees at most one record.
 */
function typesOf(scope: Scope, routes: readonly Route[]): RecordType[] {
  const { portal, visitor } = scope;
  // A start page asks the server about its record type.
  const read = routes.filter(({ screen }) => screen !== 'start');
  const shown = visitor.signedIn ? read : read.filter((route) => isMet(scope, route));
  const named = new Set(
    shown.flatMap((route) => [
      ...[...route.of, ...route.summary].map(({ type }) => type),
      ...Object.values(route.params).flatMap((domain) => ('record' in domain ? [domain.record] : [])),
    ]),
  );
  const related = new Set([...relatedTypes(portal, shown), ...pickedTypes(portal, named)]);
  // The page of secret links shows whichever record the link opens.
  if (shown.some(({ screen }) => screen === 'follow')) {
    for (const { type, access } of Object.values(portal.recordTypes))
      if (access.follow !== null) named.add(type);
  }
  if (!visitor.signedIn)
    return Object.values(portal.recordTypes).filter(({ type }) => named.has(type) || related.has(type));
  const above = [...named].flatMap((type) => portal.recordTypes[type]?.parents ?? []);
  return Object.values(portal.recordTypes).filter(
    ({ type, parents }) =>
      referencesOf(portal, type).some((question) => named.has(question.type)) ||
      named.has(type) ||
      related.has(type) ||
      above.includes(type) ||
      parents.some((parent) => named.has(parent)),
  );
}

/** The types in whose lists people choose owners, in steps of these types. */
function pickedTypes({ workflows }: Portal, types: ReadonlySet<string>): string[] {
  const steps = [...types].flatMap((type) => Object.values(workflows[type]?.transitions ?? {}));
  return steps.flatMap((step) => step.pick?.ownersIn?.type ?? []);
}

/** The types of ancestors and of named records whose columns filter the lists of these pages. */
function relatedTypes(portal: Portal, routes: readonly Route[]): ReadonlySet<string> {
  const filters = routes.flatMap(({ of }) =>
    of.flatMap(({ type, list }) => {
      const shown = portal.recordTypes[type]?.lists[list ?? '']?.filters ?? [];
      return shown.map(({ value }) => ({ type, value }));
    }),
  );
  const related = filters.filter(({ value }) => value.includes('.'));
  return new Set(
    related.flatMap(({ type, value }) => {
      const referred = referredTypes(portal, type, value);
      return referred.length > 0 ? referred : [value.slice(0, value.indexOf('.'))];
    }),
  );
}

/** The types of the records that the path reads by following answers, or of the owner's profile. */
function referredTypes(portal: Portal, type: string, path: string): string[] {
  const referred = referredValue(portal, type, path);
  return referred === null ? [] : [referred.type, ...referredTypes(portal, referred.type, referred.name)];
}

/** Whoever may create one after signing in is asked to sign in. */
function whyNotCreated({ portal, visitor }: Scope, type: RecordType): Pick<SliceRecordType, 'cannotCreate'> {
  const { cannotCreate } = type.access;
  const isTold = visitor.signedIn || isOpenToStrangers(portal, type);
  return cannotCreate !== null && isTold ? { cannotCreate } : {};
}

function recordTypeOf(scope: Scope, type: RecordType): SliceRecordType {
  const { portal, visitor } = scope;
  const workflow = portal.workflows[type.type];
  const mayCreate = (condition: Condition) =>
    holds(condition, { portal, visitor, today: localDate(Date.now(), portal.timeZone) });
  const isAllowed = type.builtIn === 'user' ? accountPlaces(scope).length > 0 : mayCreate(type.access.create);
  const whyNone = whyNoUnit({ portal, visitor }, type.type);
  const named = referencesOf(portal, type.type).map((one) => [one.keys.join('.'), one.type] as const);
  return {
    title: type.title,
    ...pluralsOf(portal, type),
    form: type.form,
    initial: workflow?.initial ?? null,
    kinds: type.kinds,
    parents: type.parents,
    ...(named.length > 0 && { names: Object.fromEntries(named) }),
    ...followOf(scope, type),
    ...(maySendAtOnce(scope, type) && { isSentAtOnce: true as const }),
    ...(Object.values(workflow?.transitions ?? {}).some(({ scan }) => scan) && { isScanned: true as const }),
    ...(type.unique !== null && { isUnique: true as const }),
    prefills: type.prefill.length > 0,
    mayCreate: isAllowed,
    ...(!isAllowed && whyNotCreated(scope, type)),
    opensAccount: type.account !== null,
    first: firstStepsOf(scope, type.type),
    states:
      type.builtIn === 'user'
        ? accountStates(portal)
        : Object.fromEntries(
            Object.entries(workflow?.states ?? {}).map(([key, state]) => {
              const { tone, waitsFor, isFinal, isSettled } = state;
              const help = stateHelp(scope, state);
              const shown = { title: stateTitle(scope, state), tone, waitsFor, isFinal, isSettled };
              return [key, { ...shown, ...(help !== null && { help }) }];
            }),
          ),
    lists: Object.fromEntries(
      Object.entries(type.lists)
        .filter(([key]) => visitor.signedIn || isOpenList(portal, type.type, key))
        .map(([key, list]) => {
          const { name, title, columns, filters, sort, empty } = list;
          const states = filters.some(({ value }) => value === 'state') && {
            states: visibleStates(scope, type, list),
          };
          const shown = {
            name,
            title,
            columns: columns.map((column) => wireColumn(portal, type, column)),
            filters,
            sort,
            empty: whyNone === null ? empty : tell(portal, whyNone),
            ...states,
            ...(isListOfClaims(scope, type, list) && { claims: true as const }),
            ...(type.builtIn === 'user' && !takesNewAccounts(scope, list) && { isOfOthers: true as const }),
          };
          return [key, shown];
        }),
    ),
  };
}

function followOf({ portal, visitor }: Scope, { access }: RecordType): Pick<SliceRecordType, 'follow'> {
  const page = followPage(portal);
  if (visitor.signedIn || access.follow === null || page === null) return {};
  return { follow: { path: page.path, mail: access.follow.mail } };
}

/** Can an account that the visitor opens be in this list? */
function takesNewAccounts(scope: Scope, { where }: List): boolean {
  return accountPlaces(scope).some(({ department, units }) =>
    units.some((unit) => holds(where, { ...scope, context: newAccount(scope, department, unit) })),
  );
}

function accountStates(portal: Portal): SliceRecordType['states'] {
  const said = { waitsFor: null, isFinal: false, isSettled: false };
  return {
    invited: { ...said, title: tell(portal, message(userMessages.stateInvited)), tone: 'info' },
    active: { ...said, title: tell(portal, message(userMessages.stateActive)), tone: 'neutral' },
    suspended: { ...said, title: tell(portal, message(userMessages.stateSuspended)), tone: 'bad' },
  };
}

function pluralsOf(
  { sets }: Portal,
  { plural, kinds }: RecordType,
): Pick<SliceRecordType, 'plural' | 'plurals'> {
  const said = kinds.flatMap((set): [string, string][] => {
    const ofSet = sets[set]?.plural ?? null;
    return ofSet === null ? [] : [[set, ofSet]];
  });
  return {
    ...(plural !== null && { plural }),
    ...(said.length > 0 && { plurals: Object.fromEntries(said) }),
  };
}

function lookupsOf(scope: Scope, routes: readonly Route[]): PortalSlice['lookups'] {
  const { portal, visitor } = scope;
  const named = new Set(routes.map(({ lookup }) => lookup));
  return Object.fromEntries(
    Object.values(portal.lookups)
      .filter(({ name }) => named.has(name))
      .map(({ name, title, edit }): [string, SliceLookup] => {
        const isKept = visitor.account !== null && edit !== null && holds(edit.by, scope);
        return [name, { title, form: edit?.form ?? null, isKept }];
      }),
  );
}

function kindsOf(portal: Portal, types: readonly RecordType[]): PortalSlice['kinds'] {
  const sets = new Set(types.flatMap(({ kinds }) => kinds));
  return Object.fromEntries(
    Object.values(portal.kinds)
      .filter(({ set }) => sets.has(set))
      .map(({ id, title, office, form }) => [id, { title, office, form }]),
  );
}

function pick<T>(from: Readonly<Record<string, T>>, names: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.has(name)));
}
