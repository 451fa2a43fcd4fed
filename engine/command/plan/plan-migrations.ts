/** Tells in a plan what migrations do to the records. */
import type { ConfigurationChange } from '../../plan/change.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { countOfNoun, nounForm } from '../../portal/text/noun-count.ts';
import type { MigrationOutcome } from '../../server/records/succession/run-migration.ts';

/** The plan with a change for each migration of which neither configuration has the file. */
export function withMigrations(plan: Plan, outcomes: readonly MigrationOutcome[]): Plan {
  const known = new Set(
    plan.changes.flatMap(({ subject }) => (subject.kind === 'migration' ? [subject.name] : [])),
  );
  const missing = outcomes.flatMap(({ name }) => (known.has(name) ? [] : [withoutFile(name)]));
  return missing.length === 0 ? plan : { ...plan, changes: [...plan.changes, ...missing] };
}

function withoutFile(name: string): ConfigurationChange {
  return {
    code: 'change/migration-lost',
    subject: { kind: 'migration', name, title: null },
    actions: ['lose'],
    from: null,
    place: null,
    keys: [],
    touches: null,
    effects: [],
  };
}

/** One sentence for what it does now, one for an example. */
export function sayMigration(
  { subject, actions }: ConfigurationChange,
  outcomes: readonly MigrationOutcome[],
  { before }: { readonly before: Portal },
): readonly string[] {
  if (subject.kind !== 'migration') return [];
  const outcome = outcomes.find(({ name }) => name === subject.name);
  if (outcome === undefined)
    return actions.includes('lose')
      ? ['what it did to records stays']
      : ['changes nothing: it has run before, or a migration before it cannot run'];
  const { does, records, example } = outcome;
  const counted = countOfNoun(records, 'record', 'records');
  if (does === 'stay') {
    const found = before.migrations.find(({ name }) => name === subject.name);
    const why = found === undefined ? 'the version in force no longer has its file' : (found.why ?? '');
    return [
      `it has no way back, so ${counted} ${nounForm(records, 'keeps', 'keep')} what it changed: ${why}`,
    ];
  }
  return [
    does === 'run' ? `changes ${counted}` : `its way back changes ${counted}`,
    ...(example === null ? [] : [`for example ${example.record}: ${example.changes.join(', ')}`]),
  ];
}
