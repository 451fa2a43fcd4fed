/** The first reads of the tariff screen. They are apart from the screen because they begin while its code loads. */
import type { CallInput } from '../../api/call.ts';
import type { FirstReads } from '../../router/screen.ts';

export const tariffReads: FirstReads = ({ route }) =>
  route.fees.map((name) => ['GET /fees/:name', feesInput(name)]);

export function feesInput(name: string): CallInput<'GET /fees/:name'> {
  return { params: { name } };
}
