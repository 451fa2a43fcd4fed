/** Which records are open, and whose turn it is: read from the database, so that work goes where there is some. */
import type { Condition } from '../portal/model/condition.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { Database } from '../server/database/database.ts';
import { flagsRead } from '../portal/routing/visitors.ts';
import { inclination } from './inclination.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';

export interface OpenRecord {
  readonly type: string;
  readonly slug: string;
  readonly state: string;
  readonly office: string | null;
  readonly unit: string | null;
  readonly owner: string | null;
}

/**
 * Records in a state that is neither final nor settled, the oldest first.
 * @param andWaiting those too that wait for what stands below them: people may still give up or refuse
 */
export async function openRecords(
  database: Database,
  portal: Portal,
  { andWaiting }: { readonly andWaiting: boolean },
): Promise<readonly OpenRecord[]> {
  const states = Object.values(portal.workflows).flatMap(({ of, states: all }) =>
    Object.values(all)
      .filter(({ isFinal, isSettled }) => !isFinal && !isSettled)
      .filter(({ waitsFor }) => andWaiting || waitsFor !== 'children')
      .map(({ key }) => `${of}/${key}`),
  );
  return database.query<OpenRecord>(
    `SELECT r.type, r.slug, r.state, r.office, r.unit, o.username AS owner
     FROM records r LEFT JOIN accounts o ON o.id = r.owner
     WHERE r.type || '/' || r.state = ANY($1::text[]) ORDER BY r.created_at, r.id`,
    [states],
  );
}

/** Somebody who may take one of the steps out of the record's state; now and then anybody, who may well be refused. */
export function whoseTurn(
  portal: Portal,
  people: readonly Person[],
  { record, random }: { readonly record: OpenRecord; readonly random: Random },
): Person | null {
  if (random.chance(0.02)) return random.pick(people);
  const workflow = portal.workflows[record.type];
  const steps = Object.values(workflow?.transitions ?? {}).filter(
    ({ by, from }) => by !== null && from.includes(record.state),
  );
  if (workflow === undefined || steps.length === 0) return null;
  const step = random.weighted(steps, (one) => inclination(workflow, record.state, one));
  const actors = step.by === null ? [] : actorsIn(step.by, record);
  const able = people.filter(({ department, username }) =>
    actors.some((actor) => actor === department || actor === username),
  );
  if (able.length === 0) return people.find(({ username }) => username === record.owner) ?? null;
  const near = able.filter(({ username }) => username.includes(`-${record.unit}-`));
  const isForApprovers = step.by !== null && flagsRead([step.by]).length > 0;
  const fitting = (near.length > 0 ? near : able).filter(
    (person) => person.isApprover === isForApprovers || person.username === record.owner,
  );
  return random.pick(fitting.length > 0 ? fitting : able);
}

/** Departments and the owner's user name, as far as the condition names them. */
function actorsIn(condition: Condition, record: OpenRecord): string[] {
  switch (condition.test) {
    case 'all':
    case 'any':
      return condition.of.flatMap((part) => actorsIn(part, record));
    case 'party':
      return record.owner === null ? [] : [record.owner];
    case 'compare': {
      const { subject, operand } = condition;
      if (subject.from === 'record' && subject.name === 'office')
        return record.office === null ? [] : [record.office];
      if (subject.from !== 'visitor' || subject.name !== 'department' || !('value' in operand)) return [];
      return [operand.value].flat().map(String);
    }
    default:
      return [];
  }
}
