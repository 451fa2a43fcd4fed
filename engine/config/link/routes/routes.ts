/** Links routes: repeats them for `forEach`, and resolves guards, parameters and subjects. */
import {
  type Route,
  type ScreenKind,
  accountPages,
  screenKinds,
  type RouteSubject,
  type TextSection,
} from '../../../portal/model/route.ts';
import { recordParameterOf } from '../../../portal/routing/links.ts';
import { linkChain } from './guards.ts';
import {
  child,
  entries,
  isMapping,
  isPresent,
  placeOf,
  oneOrMore,
  rootOf,
  text,
  texts,
  truth,
  type Cursor,
  items,
} from '../input/cursor.ts';
import { departmentOf } from '../names/department-names.ts';
import { report, reportUnknown, type LinkContext, isKnown, countUse } from '../input/link-context.ts';
import type { FilesByKind } from '../input/files.ts';
import { writtenPagesOf, type RouteSource } from '../pages/written-pages.ts';
import { linkParams } from './params.ts';
import { linkStart } from './start-pages.ts';
import { fillText, fillWhole, linkPaths } from './route-paths.ts';
import { bindingsOf, fill, type TemplateWords } from '../names/template.ts';

/** A linked route with its place in the file, for later checks. */
export interface WrittenRoute {
  readonly route: Route;
  /** Its name as it is written, with the placeholders of `forEach`. */
  readonly pattern: string;
  readonly at: Cursor;
  /** True if the file names an area, even an unknown one. */
  readonly saysArea: boolean;
}

/**
 * @returns the routes of all files in order, those of record types first; redirects are still route names (see
 * `linkRedirects`)
 */
export function linkRoutes(
  { route, record }: Pick<FilesByKind, 'route' | 'record'>,
  context: LinkContext,
): WrittenRoute[] {
  const ofFiles = route
    .map(rootOf)
    .flatMap((root) =>
      entries(child(root, 'routes')).flatMap(([name, at]) => repeat({ name, at, root, context })),
    );
  const ofTypes = record
    .map(rootOf)
    .flatMap((root) => writtenPagesOf(root, context).flatMap((page) => repeat({ ...page, context })));
  return [...ofTypes, ...ofFiles];
}

interface RouteEntry extends RouteSource {
  readonly context: LinkContext;
}

function repeat({ name, at, root, context }: RouteEntry): WrittenRoute[] {
  const except = child(at, 'except');
  const bindings = bindingsOf(child(at, 'forEach'), context);
  const names = bindings.map((binding) => fill(name, binding));
  for (const one of oneOrMore(except)) {
    if (!names.includes(text(one) ?? '')) {
      reportUnknown(context, 'route/unknown-exception', one, {
        name: text(one) ?? '',
        choices: names,
      });
    }
  }
  const left = new Set(texts(except));
  const saysArea = isPresent(child(at, 'area')) || isPresent(child(root, 'area'));
  return bindings
    .filter((_, order) => !left.has(names[order] ?? ''))
    .map((binding) => ({
      at,
      saysArea,
      pattern: name,
      route: linkRoute({ name, at, root, context }, binding),
    }));
}

function linkRoute({ name, at, root, context }: RouteEntry, words: TemplateWords): Route {
  const { params, with: constants } = linkParams(at, words, context);
  const said = (key: string): string | null => {
    const value = text(child(at, key));
    return value === null ? null : fillWhole(value, words, child(at, key), context);
  };
  const screen = screenKinds.find((one) => one === child(at, 'screen').value) ?? 'not-found';
  if (screen === 'account') checkAccountPage(child(at, 'does'), context);
  const lookup = linkLookupName(child(at, 'of'), screen, context);
  const of = lookup === null ? subjectsOf(child(at, 'of'), context) : [];
  const kind = words.kind ?? linkKind(child(at, 'kind'), context);
  const title = fillText(child(at, 'title'), words, context) ?? fill(name, words);
  const saidArea = isPresent(child(at, 'area')) ? child(at, 'area') : child(root, 'area');
  const area = linkArea(saidArea, words, context);
  const below = linkBelow(child(at, 'below'), params, context);
  const isCounted =
    screen === 'to-do' ||
    screen === 'messages' ||
    (screen === 'list' && below === null && of.some(({ list }) => list !== null));
  const route = {
    name: fillWhole(name, words, at, context),
    ...linkPaths(at, words, { params, context }),
    area,
    ...linkGuarding({ name, at, root, context }, area),
    title,
    screen,
    params,
    with: constants,
    redirect: text(child(at, 'redirect')),
    of,
    lookup,
    summary: subjectsOf(child(at, 'summary'), context),
    reports: linkReportNames(child(at, 'reports'), context),
    fees: linkFeeNames(child(at, 'fees'), context),
    start: linkStart(at, of, context),
    sections: items(child(at, 'sections')).map(linkSection),
    kind,
    below,
    does: said('does'),
    nav: linkNavigation(
      child(at, 'nav'),
      { title, pattern: text(child(at, 'title')), binding: words, isCounted },
      context,
    ),
    place: placeOf(at),
  };
  // A name that does not exist is reported where it is.
  const isNamed = ['of', 'reports', 'fees', 'kind'].some((key) => isPresent(child(at, key)));
  if (!isNamed && !hasSubject(route)) report(context, 'route/no-subject', at, { name: route.name, screen });
  checkSubjects(route, at, context);
  return route;
}

/** A page of one record shows the record in its address, and a page of a list shows one of the type's lists. */
function checkSubjects(route: Route, at: Cursor, context: LinkContext): void {
  const types = route.of.map(({ type }) => type);
  const named = recordParameterOf(route)?.type;
  const isOfOne = route.screen === 'record' || route.screen === 'checklist';
  if (isOfOne && named !== undefined && types.length > 0 && !types.includes(named))
    report(context, 'route/of-another-record', child(at, 'of'), { types, named });
  if (isOfOne && named === undefined && types.length > 0 && route.kind === null)
    report(context, 'route/no-subject', at, { name: route.name, screen: route.screen });
  const [whole] = route.screen === 'list' ? route.of.filter(({ list }) => list === null) : [];
  if (whole === undefined) return;
  const lists = entries(child(context.names.records.get(whole.type) ?? at, 'lists')).map(([name]) => name);
  report(context, 'route/no-list', child(at, 'of'), { type: whole.type, lists });
}

function checkAccountPage(at: Cursor, context: LinkContext): void {
  const name = text(at);
  if (name === null || accountPages.some((one) => one === name)) return;
  reportUnknown(context, 'route/unknown-account-page', at, { name, choices: accountPages });
}

const withSubject: ReadonlySet<string> = new Set([
  'form',
  'transition',
  'dashboard',
  'list',
  'record',
  'checklist',
  'calendar',
  'report',
  'tariff',
  'start',
  'text',
  'document',
]);

/**
 * Returns true for a page with something to show: a page of a single record may take its subject from a parameter.
 */
function hasSubject(
  route: Pick<
    Route,
    'screen' | 'of' | 'lookup' | 'reports' | 'fees' | 'sections' | 'kind' | 'params' | 'redirect' | 'does'
  >,
): boolean {
  if (route.redirect !== null) return true;
  if (route.reports.length > 0 || route.fees.length > 0 || route.lookup !== null) return true;
  if (!withSubject.has(route.screen) || route.of.length > 0 || route.sections.length > 0) return true;
  const namesRecord = Object.values(route.params).some((domain) => 'record' in domain);
  if (route.screen === 'document') {
    return (
      route.does === 'check' ||
      namesRecord ||
      Object.values(route.params).some((domain) => 'document' in domain)
    );
  }
  const isOfRecord = route.screen === 'record' || route.screen === 'checklist';
  return isOfRecord && (route.kind !== null || namesRecord);
}

function linkSection(at: Cursor): TextSection {
  return {
    title: text(child(at, 'title')) ?? '',
    body: text(child(at, 'body')),
    points: texts(child(at, 'points')),
  };
}

function linkArea(at: Cursor, words: TemplateWords, context: LinkContext): string | null {
  const said = text(at);
  if (said === null) return null;
  return departmentOf({ ...at, value: fill(said, words) }, context);
}

/**
 * The `guards` or `chain` of a route replace those of its file, and these replace the chain of the department in whose
 * area it is: they are not combined.
 */
function linkGuarding(
  { name: route, at, root, context }: RouteEntry,
  area: string | null,
): Pick<Route, 'guards' | 'chain'> {
  const department = area === null ? undefined : context.names.departments.get(area);
  const holder = [at, root, ...(department === undefined ? [] : [department])].find(
    (one) => isGuarding(child(one, 'guards')) || isPresent(child(one, 'chain')),
  );
  if (holder === undefined) {
    report(context, 'route/no-guard', at, { name: route });
    return { guards: [], chain: null };
  }
  const own = child(holder, 'guards');
  if (isPresent(own)) return { guards: linkChain({ ...own, value: texts(own) }, context), chain: null };
  const name = text(child(holder, 'chain')) ?? '';
  const chain = context.names.chains.get(name);
  if (chain === undefined) {
    const choices = context.names.chains.keys();
    reportUnknown(context, 'route/unknown-chain', child(holder, 'chain'), { name, choices });
    return { guards: [], chain: null };
  }
  countUse(context, 'chain', child(holder, 'chain'), { name });
  return { guards: chain.filter((guard) => context.names.guards.has(guard)), chain: name };
}

/** An empty list guards nothing: a page for everybody needs `public`. */
function isGuarding(guards: Cursor): boolean {
  return texts(guards).length > 0;
}

/** `lookup/NAME`: a page about the rows of an editable lookup, or a list of the rows of a public one. */
function linkLookupName(at: Cursor, screen: ScreenKind, context: LinkContext): string | null {
  const [word, name = ''] = (text(at) ?? '').split('/');
  const { lookups, records } = context.names;
  if (word !== 'lookup' || records.has(word)) return null;
  const root = lookups.get(name);
  if (root === undefined) {
    report(context, 'form/unknown-lookup', at, { name, choices: [...lookups.keys()] });
  } else {
    countUse(context, 'lookup', at, { name });
    if (!isPresent(child(root, 'edit')) && !(screen === 'list' && truth(child(root, 'public'))))
      report(context, 'lookup/not-kept', at, { name });
  }
  return name;
}

/** `type`, `type/list`, or a list of these. */
function subjectsOf(at: Cursor, context: LinkContext): RouteSubject[] {
  return oneOrMore(at).flatMap((one) => {
    const [type = '', list = null] = (text(one) ?? '').split('/');
    const record = context.names.records.get(type);
    if (record === undefined) {
      const choices = context.names.records.keys();
      reportUnknown(context, 'record/unknown-type', one, { name: type, choices });
      return [];
    }
    countUse(context, 'type', one, { name: type });
    const choices = entries(child(record, 'lists')).map(([name]) => name);
    if (list !== null && !isKnown(context, 'route/unknown-list', one, { name: list, choices, of: type }))
      return [];
    return [{ type, list }];
  });
}

function linkFeeNames(at: Cursor, context: LinkContext): string[] {
  const choices = context.names.fees;
  return oneOrMore(at).flatMap((one) => {
    const name = text(one) ?? '';
    return isKnown(context, 'fee/unknown', one, { name, choices }) ? [name] : [];
  });
}

function linkReportNames(at: Cursor, context: LinkContext): string[] {
  const choices = context.names.reports;
  return oneOrMore(at).flatMap((one) => {
    const name = text(one) ?? '';
    return isKnown(context, 'report/unknown', one, { name, choices }) ? [name] : [];
  });
}

function linkKind(at: Cursor, context: LinkContext): string | null {
  const name = text(at);
  if (name === null) return null;
  return isKnown(context, 'kind/unknown', at, { name, choices: context.names.kinds }) ? name : null;
}

function linkBelow(at: Cursor, params: Route['params'], context: LinkContext): string | null {
  const name = text(at);
  if (name === null) return null;
  const choices = Object.keys(params);
  return isKnown(context, 'route/unknown-parameter', at, { name, choices }) ? name : null;
}

interface NavigationPlace {
  /** Of the page. */
  readonly title: string;
  /** The title as it is written. */
  readonly pattern: string | null;
  readonly binding: TemplateWords;
  readonly isCounted: boolean;
}

/** An entry without a label uses the title of its page. */
function linkNavigation(
  at: Cursor,
  { title, pattern, binding, isCounted }: NavigationPlace,
  context: LinkContext,
): Route['nav'] {
  if (!isMapping(at.value)) return null;
  const group = text(child(at, 'group')) ?? '';
  const choices = context.names.navigation;
  isKnown(context, 'route/unknown-navigation', child(at, 'group'), { name: group, choices });
  const counts = child(at, 'counts');
  const position = child(at, 'position').value;
  if (isPresent(counts) && !isCounted) report(context, 'route/nothing-to-count', counts, {});
  const label = child(at, 'label');
  if (isPresent(label) && text(label) === pattern)
    report(context, 'route/repeated-title', label, { title: text(label) ?? '' });
  return {
    group,
    label: fillText(label, binding, context) ?? title,
    counts: isPresent(counts) && isCounted,
    position: typeof position === 'number' ? position : null,
  };
}
