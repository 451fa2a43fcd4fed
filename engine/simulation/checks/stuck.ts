/** Finds what is stuck after the simulated time, with the same check as `munisipyo audit stuck`. */
import { findStuck } from '../../server/audit/find-stuck.ts';
import type { Town } from '../town/town.ts';
import type { InvariantResult } from './invariant-result.ts';

export async function stuckRecords({ application }: Pick<Town, 'application'>): Promise<InvariantResult> {
  const { records, stuck } = await findStuck(application);
  return {
    name: 'nothing is stuck',
    checked: records,
    isExpected: true,
    broken: stuck.map(({ record, state, why }) => `${record} (${state}): ${why}`),
  };
}
