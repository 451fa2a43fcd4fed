/** Reads a form, without the rows of lookups that the browser holds already: they are put in here. */
import { lookupEdition, withLookupRows } from '../../portal/wire/form-lookups.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import type { PortalServices } from '../portal-context.ts';

/**
 * @param path `forms/` and the hash
 * @returns the whole form, as its hash names it
 * @throws ProblemError
 */
export async function readForm(
  { client, store, readLookups }: Pick<PortalServices, 'client' | 'store' | 'readLookups'>,
  path: string,
): Promise<WireForm> {
  await readLookups();
  const { slice, lookups } = store.get();
  if (!slice.publicLookups.every((name) => Object.hasOwn(lookups, name))) return client.read(path);
  const edition = encodeURIComponent(lookupEdition(slice));
  const form = await client.read<WireForm>(`${path}?lookups=${edition}`);
  return withLookupRows(form, lookups) ?? client.read(path);
}
