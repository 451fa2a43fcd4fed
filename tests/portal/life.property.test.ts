/** Automatic steps that the proof accepts come to an end in the engine, whatever people do and whenever. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Family } from '../../engine/portal/life/family.ts';
import { type Command, decideCommand } from '../../engine/portal/life/decide-command.ts';
import { blankRecord } from '../../engine/portal/model/record.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { generatedRuns } from './generated-runs.ts';
import { processes } from './generated-workflows.ts';

const clerk = { ...signedOut, signedIn: true, account: 'clerk', department: 'desk' };
const start = Date.parse('2026-01-05T09:00:00Z');

/** The next action: takes the step of this number, creates a child, or lets some days pass. */
const doings = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant('take' as const), who: fc.nat(5), which: fc.nat(9) }),
    fc.record({ does: fc.constant('part' as const), who: fc.nat(5) }),
    fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }),
  ),
  { maxLength: 12 },
);
type Doing = typeof doings extends fc.Arbitrary<(infer D)[]> ? D : never;

test('an accepted process comes to rest after everything that anybody does', () => {
  let accepted = 0;
  fc.assert(
    fc.property(processes, doings, ({ portal, circles, mistakes }, what) => {
      expect(mistakes).toEqual([]);
      fc.pre(circles.length === 0);
      accepted += 1;
      expect(() => run(portal, what)).not.toThrow();
    }),
    { ...generatedRuns, maxSkipsPerRun: 1000 },
  );
  expect(accepted).toBeGreaterThan(50);
});

/** @throws RangeError if the triggers do not end */
function run(portal: Portal, what: readonly Doing[]): void {
  let made = 0;
  const identity = () => {
    made += 1;
    return { id: `r${made}`, slug: `r${made}` };
  };
  const asking = { portal, visitor: clerk, tools: { identity, form: () => null } };
  let family: Family = { members: new Map(), today: '2026-01-05', now: new Date(start).toISOString() };
  let day = 0;
  family = after(asking, family, begin(portal, family, { type: 'case', parent: null, ...identity() }));
  for (const doing of what) {
    if (doing.does === 'wait') {
      day += doing.days;
      const now = new Date(start + day * 86_400_000).toISOString();
      family = after(asking, { ...family, now, today: now.slice(0, 10) }, { type: 'wake' });
      continue;
    }
    const command = deedOf(portal, family, doing, identity);
    if (command !== null) family = after(asking, family, command);
    // People's actions bound the created records, and the test limits their number.
    if (family.members.size > 60) return;
  }
}

function after(asking: Parameters<typeof decideCommand>[0], family: Family, command: Command): Family {
  const outcome = decideCommand(asking, family, command);
  return outcome.refused === undefined ? outcome.family : family;
}

function deedOf(
  portal: Portal,
  { members, ...time }: Family,
  doing: Exclude<Doing, { does: 'wait' }>,
  identity: () => { id: string; slug: string },
): Command | null {
  const all = [...members.values()];
  const record = all[doing.who % all.length]?.record;
  if (record === undefined) return null;
  if (doing.does === 'part')
    return begin(portal, { members, ...time }, { type: 'part', parent: record.id, ...identity() });
  const steps = Object.values(portal.workflows[record.type]?.transitions ?? {}).filter(
    ({ by }) => by !== null,
  );
  const step = steps[doing.which % Math.max(1, steps.length)];
  if (step === undefined) return null;
  const nothing = { input: {}, formErrors: {}, inputErrors: {} };
  return { type: 'take', id: record.id, step: { name: step.name, ...nothing } };
}

function begin(
  portal: Portal,
  { now }: Family,
  { type, ...columns }: { type: string; parent: string | null; id: string; slug: string },
): Command {
  const state = portal.workflows[type]?.initial ?? '';
  const times = { since: now, createdAt: now, updatedAt: now };
  const record = blankRecord(type, { ...columns, state, owner: 'clerk', ...times });
  return { type: 'add', record, isSent: false, number: null };
}
