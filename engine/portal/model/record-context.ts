/** Records and their contexts as code makes them: what is not said of one is nothing. */
import type { PortalRecord, RecordContext } from './record.ts';

/** A record that does not exist yet, as a condition sees it. */
export function blankRecord(type: string, parts: Partial<PortalRecord>): PortalRecord {
  return {
    id: '',
    type,
    slug: '',
    number: null,
    state: '',
    kind: null,
    owner: null,
    office: null,
    unit: null,
    parent: null,
    version: 1,
    due: null,
    data: {},
    form: null,
    items: {},
    since: '',
    clocks: {},
    booking: null,
    filedAt: null,
    createdAt: '',
    updatedAt: '',
    ...parts,
  };
}

/** A record of which nothing is known but what is handed in. */
export function contextAlone(
  parts: Pick<RecordContext, 'record' | 'today' | 'now'> & Partial<RecordContext>,
): RecordContext {
  return {
    ancestors: [],
    children: [],
    parties: [],
    did: [],
    facts: {},
    input: {},
    documents: [],
    ...parts,
  };
}

/** A relative of the context's record: of it only the row and what stands above are known. */
export function contextOfRelative(
  context: RecordContext,
  { record, ancestors }: Pick<RecordContext, 'record' | 'ancestors'>,
): RecordContext {
  const nothing = { children: [], childParties: {}, parties: [], did: [], facts: {}, documents: [] };
  return { ...context, ...nothing, record, ancestors };
}

/** A child as the subject of a condition, below the record of the context. */
export function contextOfChild(context: RecordContext, record: PortalRecord): RecordContext {
  return contextOfRelative(context, { record, ancestors: [context.record, ...context.ancestors] });
}
