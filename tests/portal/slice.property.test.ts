/** The slice for a browser against the whole portal: equal decisions for known paths, and no data of others. */
import { array, assert, boolean, constantFrom, oneof, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import { decide, landingPath, toWireDecision } from '../../engine/portal/routing/decide.ts';
import { matchPath, parameterOf } from '../../engine/portal/routing/match.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { PortalSlice } from '../../engine/portal/wire/slice.ts';
import { slicePortal } from '../../engine/portal/wire/slice-portal.ts';
import { signedOut, type Visitor } from '../../engine/portal/model/department.ts';
import { mixtures, visitorOf } from '../../engine/portal/routing/visitors.ts';
import { describeCase, guardCases } from '../parity/guard-cases.ts';

const portal = await soundPortal();

const known = new Map<string, PortalSlice>();

/** As received by a browser. */
const sliceFor = (visitor: Visitor): PortalSlice => {
  const key = JSON.stringify(visitor);
  const slice = known.get(key) ?? JSON.parse(JSON.stringify(slicePortal({ portal, visitor })));
  known.set(key, slice);
  return slice;
};

const visitors: readonly Visitor[] = [
  signedOut,
  ...Object.keys(portal.departments).flatMap((department) =>
    mixtures(['access', 'username_change']).map((flags) => visitorNamed(department, flags)),
  ),
];
const sliced = visitors.map((visitor) => ({ visitor, slice: sliceFor(visitor) }));

const patterns = [...new Set(portal.routes.flatMap(({ path, aliases }) => [path, ...aliases]))];
const literals = [...new Set(patterns.flatMap((path) => path.split('/')))].filter(
  (segment) => segment !== '' && parameterOf(segment) === null,
);
const names = [...Object.keys(portal.departments), ...Object.keys(portal.aliases)];
const word = oneof(
  constantFrom(...names),
  constantFrom(...literals),
  constantFrom('some-slug', '%70olice', 'toString', '__proto__', '7'),
);

/** A path of some route, with words of other routes as its parameters. */
const nearPath = tuple(constantFrom(...patterns), array(word, { minLength: 6, maxLength: 6 }), boolean()).map(
  ([pattern, words, hasSlash]) => {
    const path = pattern
      .split('/')
      .map((segment, at) => (parameterOf(segment) === null ? segment : (words[at % words.length] ?? 'x')))
      .join('/');
    return hasSlash && !path.endsWith('/') ? `${path}/` : path;
  },
);
const anyPath = array(word, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`);

test('a path that the slice knows is decided as the whole portal decides it', () => {
  assert(
    property(
      constantFrom(...sliced),
      oneof({ weight: 4, arbitrary: nearPath }, { weight: 1, arbitrary: anyPath }),
      ({ visitor, slice }, path) => {
        if (matchPath(slice, path) === null) return;
        expect(said(slice, visitor, path)).toEqual(said(portal, visitor, path));
      },
    ),
    { numRuns: 20_000 },
  );
});

test('every route that a slice holds is decided alike at each of its paths', () => {
  const wrong: string[] = [];
  for (const { visitor, slice } of sliced) {
    for (const path of slice.routes.flatMap((route) => [route.path, ...route.aliases])) {
      for (const filled of [visitor.department ?? 'nobody', 'some-word'].map((value) => fill(path, value))) {
        const [here, there] = [said(slice, visitor, filled), said(portal, visitor, filled)];
        if (JSON.stringify(here) !== JSON.stringify(there)) wrong.push(`${visitor.department} ${filled}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('every guard case comes out of the caller’s slice as out of the whole portal, where the slice knows its path', () => {
  const wrong = guardCases.filter(({ path, as, can }) => {
    const visitor = as === undefined ? signedOut : visitorNamed(as, can ?? {});
    const slice = sliceFor(visitor);
    if (matchPath(slice, path.split(/[?#]/, 1)[0] ?? '') === null) return false;
    return JSON.stringify(said(slice, visitor, path)) !== JSON.stringify(said(portal, visitor, path));
  });
  expect(wrong.map(describeCase)).toEqual([]);
});

test('whatever opens to a visitor is in his slice, so that no page of his waits for a question', () => {
  const missing = sliced.flatMap(({ visitor, slice }) =>
    patterns
      .map((path) => fill(path, visitor.department ?? 'nobody'))
      .filter(
        (path) => decide({ portal, visitor }, path).outcome === 'show' && matchPath(slice, path) === null,
      )
      .map((path) => `${visitor.department} ${path}`),
  );
  expect(missing).toEqual([]);
});

test('signed out, a slice holds the public pages and nothing about departments, offices or who works there', () => {
  const slice = sliceFor(signedOut);
  const closed = slice.routes.filter(
    (route) => decide({ portal, visitor: signedOut }, fill(route.path, 'x')).outcome !== 'show',
  );
  expect(closed.map(({ path }) => path)).toEqual([]);
  expect(slice).toMatchObject({ departments: {}, aliases: {}, navigation: [], groups: {}, kinds: {} });
  const types = Object.entries(slice.recordTypes).filter(([, type]) => !type.mayCreate);
  // A type with a public view has a page that shows it.
  expect(types.map(([type]) => type)).toEqual(['temporary-permit']);
  expect(Object.values(slice.recordTypes).flatMap(({ lists }) => Object.keys(lists))).toEqual([]);
});

test('a slice names no place in a file, no access rule and no flag of another department', () => {
  for (const { visitor, slice } of sliced) {
    const text = JSON.stringify(slice);
    expect(text).not.toMatch(/\.yaml|grantedBy":\[[^\]]*\],"place|"access":\{"create"/);
    expect(slice.routes.every(({ place }) => place.file === '')).toBe(true);
    const told = Object.values(slice.departments).filter(({ flags }) => Object.keys(flags).length > 0);
    expect(told.map(({ key }) => key)).toEqual(visitor.department === null ? [] : [visitor.department]);
  }
});

test('routes of others are in a slice only where their paths could be taken for the visitor’s own', () => {
  for (const { visitor, slice } of sliced) {
    const landings = ['home', 'credentials', 'secondStep'] as const;
    const own = landings.map((landing) => landingPath({ portal, visitor }, landing));
    const foreign = slice.routes.filter(({ path, name }) => {
      if (name === portal.login || own.includes(path)) return false;
      const decision = decide({ portal, visitor }, fill(path, visitor.department ?? 'x'));
      return decision.outcome !== 'show' && !path.includes('{');
    });
    for (const { path } of foreign) {
      const shaped = slice.routes.filter((other) => other.path !== path && isOf(path, other.path));
      const isRedirect = portal.routes.some((route) => route.path === path && route.redirect !== null);
      expect(isRedirect || shaped.length > 0, `${visitor.department} ${path}`).toBe(true);
    }
  }
});

function isOf(path: string, pattern: string): boolean {
  const [one, other] = [path.split('/'), pattern.split('/')];
  return (
    one.length === other.length &&
    one.every((segment, at) => segment === other[at] || parameterOf(other[at] ?? '') !== null)
  );
}

function said(from: Portal | PortalSlice, visitor: Visitor, path: string) {
  return toWireDecision(decide({ portal: from, visitor }, path));
}

function fill(path: string, value: string): string {
  return path
    .split('/')
    .map((segment) => (parameterOf(segment) === null ? segment : value))
    .join('/');
}

function visitorNamed(department: string, flags: Visitor['flags']): Visitor {
  const visitor = visitorOf(portal, department, flags);
  if (visitor === null) throw new Error(`There is no department ${department}.`);
  return visitor;
}

async function soundPortal(): Promise<Portal> {
  const { portal: compiled, diagnostics } = await loadPortal('config', { proofs: false });
  if (compiled === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return compiled;
}
