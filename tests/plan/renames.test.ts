/** A rename that the files say with `formerly` is one change, and takes no right from anybody. */
import { expect, test } from 'vitest';
import type { SymbolKind } from '../../engine/config/link/input/symbol-use.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import { compareRights } from '../../engine/plan/compare-rights.ts';
import { planChange } from '../../engine/plan/plan.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { compileNames } from '../../engine/symbols/compile-names.ts';
import { findSymbols } from '../../engine/symbols/find-symbol.ts';
import { isRefused, renameSymbols } from '../../engine/symbols/rename.ts';

const { files: library } = readFiles('tests/fixtures/library');
const options = { cache: new Map() };

function compiled(files: readonly SourceFile[]) {
  return compileNames(files, { ...options, proofs: false });
}

function portalOf(files: readonly SourceFile[]): Portal {
  const { portal } = compiled(files);
  if (portal === null) throw new Error('The files have mistakes.');
  return portal;
}

/** As `munisipyo rename` writes them. */
function renamed(files: readonly SourceFile[], kind: SymbolKind, name: string, to: string): SourceFile[] {
  const configuration = compiled(files);
  const outcome = renameSymbols(configuration, findSymbols(configuration.index, kind, name), to, options);
  if (isRefused(outcome)) throw new Error(outcome.reason);
  const left = new Map(files.map((file) => [file.name, file]));
  for (const { before, after } of outcome.files) {
    left.delete(before.name);
    left.set(after.name, after);
  }
  return [...left.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function edited(files: readonly SourceFile[], name: string, from: string, to: string): SourceFile[] {
  return files.map((file) => (file.name === name ? { ...file, text: file.text.replace(from, to) } : file));
}

function told(before: Portal, after: Portal) {
  const { changes } = planChange({ name: 'a', portal: before }, { name: 'b', portal: after }, '2026-11-27');
  return {
    changes: changes.map(({ subject, actions, from, keys, effects }) =>
      [`${subject.kind} ${from ?? ''} ${actions.join()} ${subject.name}`, keys.map(({ key }) => key), effects]
        .flat(2)
        .join(' | '),
    ),
    rights: compareRights(before, after).changes.map(
      ({ verdict, what, name, department }) => `${verdict} ${what} ${name} ${department}`,
    ),
  };
}

const original = portalOf(library);

/** It has what the library has none of. */
const { files: harbour } = readFiles('tests/fixtures/harbour');
const port = portalOf(harbour);

test.each<[SymbolKind, string, string, string[]]>([
  ['department', 'desk', 'counter-desk', ['department desk move counter-desk']],
  ['department', 'director', 'chief', ['department director move chief']],
  ['set', 'membership', 'joining', ['set membership move joining']],
  ['kind', 'membership/resident', 'neighbour', ['kind membership/resident move membership/neighbour']],
  ['type', 'loan', 'lending', ['record type loan move lending']],
  ['type', 'checklist', 'paper-list', ['record type checklist move paper-list']],
  ['state', 'loan.asked', 'wanted', ['state loan.asked move loan.wanted']],
  ['step', 'loan.refuse', 'reject', ['step loan.refuse move,change loan.reject | title']],
  ['clock', 'loan.answer', 'reply', ['clock loan.answer move,change loan.reply | title']],
  ['question', 'loan: branch', 'place', ['question loan: branch move loan: place']],
  ['lookup', 'branch', 'house', ['lookup branch move house']],
  ['row', 'branch: hill', 'hilltop', ['row branch: hill move branch: hilltop']],
  [
    'paper',
    'proof-of-address',
    'address',
    [
      'item membership/resident: proof-of-address move membership/resident: address',
      'paper proof-of-address move address',
    ],
  ],
])('the %s %s as %s, and its way back', (kind, name, to, changes) => {
  const after = portalOf(renamed(library, kind, name, to));
  expect(told(original, after)).toEqual({ changes, rights: [] });
  const back = told(after, original);
  expect(back.rights).toEqual([]);
  expect(back.changes.map((one) => one.replace(/ \|.*/, ''))).toHaveLength(changes.length);
});

test.each<[SymbolKind, string, string, string]>([
  ['group', 'boat-keepers', 'keepers', 'group boat-keepers move keepers'],
  ['route', 'rules', 'port-rules', 'page rules move port-rules'],
  ['list', 'boat.mine', 'own', 'list boat.mine move boat.own'],
  ['form', 'boat', 'vessel', 'form boat move vessel'],
  ['message', 'no-access', 'closed', 'message no-access move closed'],
  ['constant', 'offer-time', 'time-to-accept', 'constant offer-time move time-to-accept'],
  ['calendar', 'pilots', 'trips', 'calendar pilots move trips'],
  ['day', 'rentals-open', 'first-day', 'named day rentals-open move first-day'],
  ['fee', 'rental', 'berths', 'fees rental move berths'],
  ['line', 'harbour-dues: tonnage', 'tons', 'fee line harbour-dues: tonnage move harbour-dues: tons'],
  // Other parts name these in texts, paths and placeholders.
  ['type', 'arrival', 'call', 'record type arrival move call'],
  ['question', 'arrival: vessel', 'ship', 'question arrival: vessel move arrival: ship'],
  ['question', 'crew-pass: full_name', 'holder', 'question crew-pass: full_name move crew-pass: holder'],
])('the %s %s of the harbour as %s is one change', (kind, name, to, change) => {
  const { changes, rights } = told(port, portalOf(renamed(harbour, kind, name, to)));
  expect({ changes, rights }).toEqual({ changes: [change], rights: [] });
});

function withRole(role: string): Portal {
  const [name = ''] = role.split(':');
  const file = 'records/boat.yaml';
  const declared = edited(harbour, file, 'parties:\n', `parties:\n  ${role}\n`);
  return portalOf(edited(declared, file, 'read: { any: [', `read: { any: [{ party: ${name} }, `));
}

test('a role with an earlier name is one change', () => {
  const before = withRole('keeper: { department: agent }');
  const after = withRole('caretaker: { department: agent, formerly: keeper }');
  expect(told(before, after)).toEqual({ changes: ['role boat.keeper move boat.caretaker'], rights: [] });
});

test('a flag has no earlier name: what was set for single accounts is lost with it', () => {
  const after = portalOf(renamed(library, 'flag', 'access', 'entry'));
  expect(told(original, after).changes).toContain(
    'flag  lose desk.access | what was set for single accounts is no longer read',
  );
});

test('a department and a set of one name are told apart', () => {
  const alike = renamed(library, 'set', 'membership', 'desk');
  const after = renamed(alike, 'department', 'desk', 'counter-desk');
  expect(told(portalOf(alike), portalOf(after))).toEqual({
    changes: ['department desk move counter-desk'],
    rights: [],
  });
});

test('of two earlier names, the one that was in force counts', () => {
  const once = renamed(library, 'department', 'desk', 'counter-desk');
  const twice = portalOf(renamed(once, 'department', 'counter-desk', 'front-desk'));
  expect(told(original, twice).changes).toEqual(['department desk move front-desk']);
  expect(told(portalOf(once), twice).changes).toEqual(['department counter-desk move front-desk']);
});

test('what a renamed department may no longer do is told under its later name', () => {
  const after = renamed(library, 'department', 'desk', 'counter-desk');
  const rule = 'to: refused, by: { department: counter-desk }';
  const narrowed = edited(after, 'workflows/loan.yaml', rule, 'to: refused, by: { department: director }');
  expect(told(original, portalOf(narrowed)).rights).toEqual([
    'narrower step loan.refuse counter-desk',
    'wider step loan.refuse director',
  ]);
});

test('the examples of fees have the names of each side, so a renamed row changes no fee', () => {
  const { files } = readFiles('tests/fixtures/harbour');
  const [before, after] = [portalOf(files), portalOf(renamed(files, 'row', 'cargo: tank', 'liquid'))];
  expect(told(before, after).changes).toEqual([expect.stringMatching(/^row cargo: tank move cargo: liquid/)]);
});
