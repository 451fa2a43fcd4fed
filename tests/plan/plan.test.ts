/** What a plan says about edits of a configuration, and that it misses none. */
import { expect, test } from 'vitest';
import { comparePortals } from '../../engine/plan/compare-portals.ts';
import { planChange } from '../../engine/plan/plan.ts';
import { sayKeys } from '../../engine/plan/say-change.ts';
import { renderMarkdown, renderPlan } from '../../engine/plan/render-plan.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { isMapping } from '../../engine/portal/values/is-mapping.ts';
import { editedPortal, type Edits } from './edited-portal.ts';

const directory = 'tests/fixtures/library';
const library = editedPortal(directory);

function planned(edits: Edits) {
  const after = { name: 'config', portal: editedPortal(directory, edits) };
  return planChange({ name: 'HEAD', portal: library }, after, '2026-11-27');
}

/** Two branches side by side, with a border between them. */
const outlines = (border: number) => {
  const features = [
    ['harbour', 10, border],
    ['hill', 12, 13],
  ].map(([value, west, east]) => ({
    type: 'Feature',
    properties: { value },
    geometry: {
      type: 'Polygon',
      coordinates: [[west, west, east, east, west].map((x, index) => [x, [1, 2].includes(index) ? 2 : 1])],
    },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
};

test('a moved border is told of its district', () => {
  const asked: Edits = {
    'forms/loan.yaml': [
      'properties:\n',
      'properties:\n  home: { type: string, format: location, districts: branch }\n',
    ],
  };
  const [before, after] = [11, 12].map((border) => ({
    name: `border-${border}`,
    portal: editedPortal(directory, { ...asked, 'districts/branch.geojson': outlines(border) }),
  }));
  if (before === undefined || after === undefined) throw new Error('There are two.');
  const { changes } = planChange(before, after, '2026-11-27');
  const keys = changes.filter(({ subject }) => subject.kind === 'question').flatMap(sayKeys);
  expect(keys).toEqual(['districts, harbour: another one']);
});

test.each([
  ['districts: branch', 'districts: branch, outside: allowed', 'outside: refused → allowed'],
  ['districts: branch', 'districts: branch, shape: area', 'shape: point → area'],
  ['notAfter: any', 'notAfter: today', 'not after: any → today'],
  ['notAfter: any', 'notBefore: today, notAfter: any', 'not before: nothing → today'],
  ['title: Since', "title: Since, 'ui:help': As on the card.", 'help: nothing → As on the card.'],
  ['lookup: street', 'lookup: street, within: { field: house, column: branch }', 'within: nothing → house'],
])('%s that becomes %s is told', (from, to, said) => {
  const question = `properties:
  home: { type: string, title: Home, format: location, districts: branch }
  since: { type: string, title: Since, format: date, notAfter: any }
  house: { type: string, title: House, lookup: branch }
  street: { type: string, title: Street, lookup: street }
`;
  const [before, after] = [question, question.replace(from, to)].map((text) => ({
    name: text === question ? 'before' : 'after',
    portal: editedPortal(directory, {
      'districts/branch.geojson': outlines(11),
      'lookups/street.yaml': 'title: Streets\nrows:\n  - { value: pier, label: Pier, branch: harbour }\n',
      'forms/loan.yaml': ['properties:\n', text],
    }),
  }));
  if (before === undefined || after === undefined) throw new Error('There are two.');
  const { changes } = planChange(before, after, '2026-11-27');
  expect(changes.flatMap(sayKeys)).toContain(said);
});

test('a list that only lost a repeated member is not told as one in another order', () => {
  const keys = [{ key: 'departments', before: ['desk', 'desk', 'director'], after: ['desk', 'director'] }];
  expect(sayKeys({ keys })).toEqual(['departments: desk, desk, director → desk, director']);
});

test('what no part of a plan tells is not called the same', () => {
  const reordered: Edits = {
    'forms/loan.yaml': ['type: object\ntitle: Loan\n', 'title: Loan\ntype: object\n'],
  };
  expect(renderPlan(planned(reordered))).toBe(
    'config is written differently. In all that a plan compares, it does the same as HEAD.\n',
  );
});

test('a configuration that was only written differently does the same', () => {
  const edits: Edits = { 'groups.yaml': ['groups:\n', '# Who works here.\n\ngroups:\n'] };
  expect(renderPlan(planned(edits))).toBe('config does the same as HEAD.\n');
});

test.each<readonly [string, Edits]>([
  ['a group opens pages', { 'groups.yaml': ['{ kind: [handler, supervisor] }', '{ kind: handler }'] }],
  ['a guard', { 'guards.yaml': ['area: [signed-in, own-area, has-access]', 'area: [signed-in, own-area]'] }],
  [
    'a kind and its items',
    {
      'requirements/membership/student.yaml': [
        '  - { paper: student-card }\n',
        '  - { paper: student-card, help: Both sides. }\n  - { paper: proof-of-address }\n',
      ],
      'requirements/membership/resident.yaml': [', optional: true', ''],
    },
  ],
  [
    'questions',
    {
      'requirements/membership/student.yaml': [
        'year: { type: integer, title: Year of study, minimum: 1 }',
        'term: { type: string, title: Term }\n    year: { type: integer, title: Year of study, minimum: 2 }',
      ],
    },
  ],
  [
    'a renamed state',
    {
      'workflows/checklist.yaml': [
        `  sent: { title: Sent, waitsFor: office }
  accepted: { title: Accepted, tone: good, final: true }
transitions:
  send: { from: open, to: sent, by: { party: owner }, needs: [{ checklist: filed }] }
  accept: { from: sent,`,
        `  seen: { formerly: [sent], title: With the desk, waitsFor: office }
  accepted: { title: Accepted, tone: good, final: true }
transitions:
  send: { from: open, to: seen, by: { party: owner }, needs: [{ checklist: filed }] }
  accept: { from: seen,`,
      ],
      'records/checklist.yaml': ['state: sent', 'state: seen'],
    },
  ],
  [
    'steps and clocks',
    {
      'workflows/loan.yaml': [
        'by: { department: desk, can: access } }',
        'by: { department: desk }, needs: [{ form: complete, message: Fill it in. }] }',
      ],
    },
  ],
  [
    'rows of a lookup',
    { 'lookups/branch.yaml': ['value: hill, label: Hill branch', 'value: lake, label: Lake branch'] },
  ],
  ['a kind that is gone', { 'requirements/membership/resident.yaml': null }],
])('%s', (_, edits) => {
  const text = renderPlan(planned(edits));
  expect(text).toMatchSnapshot();
});

test('in Markdown nothing of a configuration becomes a mark', () => {
  const edits: Edits = { 'workflows/loan.yaml': ['title: Brought back,', "title: '*Back* <b>{x}</b>',"] };
  const text = renderMarkdown(planned(edits));
  expect(text).toContain('### States');
  expect(text).toContain('\\*Back\\* \\<b\\>{x}\\</b\\>');
});

test('every value of a portal is compared: whatever changes in it, the plan says so', () => {
  const missed = leavesOf(library).filter((path, at) => {
    if (at % 7 !== 0) return false;
    const changed = structuredClone(library) as Portal;
    replace(changed, path);
    return comparePortals(library, changed).length === 0;
  });
  expect(missed.map((path) => path.join(' › '))).toEqual([]);
});

/** Computed from other parts, or only where something is written. */
const derived = new Set(['hash', 'aliases', 'composed', 'words', 'forms', 'namedForms', 'place']);

function leavesOf(value: unknown, above: readonly string[] = []): string[][] {
  if (!isMapping(value) && !Array.isArray(value)) return [[...above]];
  return Object.entries(value).flatMap(([key, one]) => {
    const isDerived = derived.has(key) && (above.length === 0 || key === 'place');
    return isDerived || isOfForm(key, one) ? [] : leavesOf(one, [...above, key]);
  });
}

/** A form is compared itself, not the hash that names it. */
function isOfForm(key: string, value: unknown): boolean {
  return (
    (key === 'form' || key === 'input') && typeof value === 'string' && Object.hasOwn(library.forms, value)
  );
}

function replace(portal: Portal, path: readonly string[]): void {
  let at = portal as unknown as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  at[last] = typeof at[last] === 'boolean' ? !at[last] : `other ${String(at[last])}`;
}

test('a fee that changes is told with what the examples pay before and after', () => {
  const before = { name: 'HEAD', portal: editedPortal('config') };
  const after = {
    name: 'config',
    portal: editedPortal('config', { 'fees/health-card.yaml': ['amount: 150', 'amount: 180'] }),
  };
  expect(renderPlan(planChange(before, after, '2026-11-27'))).toMatchInlineSnapshot(`
    "Plan from HEAD to config

    Fee schedules
      ~ health-card "Health card"  config/fees/health-card.yaml:2
          example of health-card 1: 250.00 → 280.00
            Health card: 150.00 → 180.00

    Lines of fees
      ~ health-card: card "Health card"  config/fees/health-card.yaml:7
          amount: 150 → 180

    Plan: ~ 2 changed.
    The records were not asked: this compares the two configurations alone.
    "
  `);
});

const withPurpose = (choices: string): Edits => ({
  'forms/loan.yaml': [
    '  school:',
    `  purpose: { type: string, title: Purpose, enum: [${choices}] }\n  school:`,
  ],
});

test('choices of a question are told beside rows of a lookup that it does not name', () => {
  const changed: Edits = {
    ...withPurpose('study, fun, other'),
    'lookups/branch.yaml': ['rows:\n', 'rows:\n  - { value: other, label: Another branch }\n'],
  };
  const before = { name: 'HEAD', portal: editedPortal(directory, withPurpose('study, fun')) };
  const after = { name: 'config', portal: editedPortal(directory, changed) };
  const { changes } = planChange(before, after, '2026-11-27');
  expect(changes.map(({ subject }) => subject.name)).toEqual(['loan: purpose', 'branch: other']);
});

const withFee = (line: string): Portal =>
  editedPortal(directory, {
    'fees/loan.yaml': `title: Loan\nof: loan\nsource: The library\nlines: [{ id: lend, ${line} }]\n`,
  });
const lineEffects = (from: Portal, to: Portal) => {
  const [before, after] = [
    { name: 'HEAD', portal: from },
    { name: 'config', portal: to },
  ];
  const { changes } = planChange(before, after, '2026-11-27');
  return changes.filter(({ subject }) => subject.kind === 'fee line').map((one) => one.effects);
};

test('an example is only missed where a line may cost something else', () => {
  const before = withFee('title: Lending, amount: 10, when: { field: copies, above: 3 }');
  const dearer = withFee('title: Lending, amount: 20, when: { field: copies, above: 3 }');
  const { loan } = dearer.recordTypes;
  if (loan === undefined) throw new Error('The library lends.');
  const recordTypes = { ...dearer.recordTypes, loan: { ...loan, examples: [] } };
  expect(
    lineEffects(before, withFee('title: A loan, amount: 10, when: { field: copies, above: 3 }')),
  ).toEqual([[]]);
  expect(lineEffects(before, dearer)).toEqual([['no example of loan pays another amount']]);
  expect(lineEffects(before, { ...dearer, recordTypes })).toEqual([
    ['no example of loan shows what it costs'],
  ]);
});

test('of departments that become one, only those who had a page lose it', () => {
  const read = '{ department: [desk, director, archive] }';
  const before = editedPortal(directory, {
    'departments/archive.yaml':
      'title: Archive\nkind: handler\narea: /archive\nlandings: { home: archive.index }\n',
    'routes/archive.yaml':
      'chain: area\narea: archive\nroutes:\n  archive.index:\n    path: /archive\n    title: Requests\n    screen: list\n    of: loan/asked\n',
    'records/loan.yaml': ['{ department: [desk, director] }', read],
  });
  const portal = editedPortal(directory, {
    'gone.yaml': '- { department: archive, successor: desk, why: The archive closed. }\n',
  });
  const plan = planChange({ name: 'HEAD', portal: before }, { name: 'config', portal }, '2026-11-27');
  expect(renderPlan(plan)).toMatchInlineSnapshot(`
    "Plan from HEAD to config

    Departments
      - archive "Archive"
          its data moves to desk

    Flags of accounts
      - archive.access

    Pages
      - archive.index "Requests"  tests/fixtures/library/routes/archive.yaml:4
          no longer opens for Archive
      ~ desk.index "Requests"  tests/fixtures/library/routes/staff.yaml:4
        and 3 more with the same change
          opens for Archive

    Lists
      ~ checklist.sent "Papers to check"  tests/fixtures/library/records/checklist.yaml:2
          Archive can now see the list "Papers to check"

    Plan: ~ 5 changed, - 3 lost.
    The records were not asked: this compares the two configurations alone.
    "
  `);
});

test('a renamed department is told once, without the pages and rules that follow it', () => {
  const said: Edits = { 'departments/counter.yaml': ['kind: handler', 'kind: handler\nformerly: desk'] };
  const portal = editedPortal(directory, said, (name, text) => [
    name.replace('desk', 'counter'),
    // What people read stays.
    text.replace('aliases: [counter]\n', '').replaceAll(/(?<!at the |Lending )\bdesk\b/g, 'counter'),
  ]);
  const plan = planChange({ name: 'HEAD', portal: library }, { name: 'config', portal }, '2026-11-27');
  expect(renderPlan(plan)).toBe(`Plan from HEAD to config

Departments
  > counter "Lending desk", earlier desk
      aliases: - counter
      area: /desk → /counter

Plan: > 1 renamed.
The records were not asked: this compares the two configurations alone.
`);
});
