/** Reads a form without the lookup rows that the browser already has, and inserts those. */
import { lookupEdition, withLookupRows } from '../../portal/wire/form-lookups.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import type { PortalServices } from '../portal-context.ts';

/**
 * @returns the whole form with this hash
 * @throws ProblemError
 */
export async function readForm(
  { client, store, readLookups }: Pick<PortalServices, 'client' | 'store' | 'readLookups'>,
  hash: string,
): Promise<WireForm> {
  await readLookups();
  const { slice, lookups } = store.get();
  const params = { hash };
  const readWhole = () => client.call('GET /forms/:hash', { params });
  if (!slice.publicLookups.every((name) => Object.hasOwn(lookups, name))) return readWhole();
  const form = await client.call('GET /forms/:hash', { params, query: { lookups: lookupEdition(slice) } });
  return withLookupRows(form, lookups) ?? readWhole();
}
