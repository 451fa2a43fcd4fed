/** What the tariff screen reads first: by itself, because it begins while the code of the screen loads. */
import type { CallInput } from '../../api/call.ts';
import type { FirstReads } from '../../router/screen.ts';

export const tariffReads: FirstReads = ({ route }) =>
  route.fees.map((name) => ['GET /fees/:name', feesInput(name)]);

export function feesInput(name: string): CallInput<'GET /fees/:name'> {
  return { params: { name } };
}
