/** The routes of lookups for the offices that maintain them: the rows with their versions, and their changes. */
import type { Scope } from '../../portal/conditions/scope.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { holds } from '../../portal/conditions/evaluate.ts';
import type { Lookup, LookupRow, Portal } from '../../portal/model/portal.ts';
import type { Visitor } from '../../portal/model/department.ts';
import { lookups as endpoints, type WireEditedRow, type WireLookup } from '../../contract/lookups.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { readIfMatch } from '../http/required-headers.ts';
import { requireOpenDoor } from '../records/change/open-door.ts';
import type { RecordDesk } from '../records/rows/record-desk.ts';
import { mount } from '../http/mount.ts';
import { requireSoundFields } from '../records/rows/sound-json.ts';
import { changeRow, type RowChange } from './change-row.ts';
import { readEditedRows } from '../portals/row-keeper.ts';
import { message } from '../../locales/message.ts';
import { lookupMessages } from '../../locales/lookups.ts';

export function registerLookups(server: FastifyInstance, desk: RecordDesk): void {
  const { application } = desk;
  const answer = async (reply: FastifyReply, name: string, visitor: Visitor): Promise<WireLookup> => {
    reply.header('Cache-Control', 'no-store');
    return wireOf(desk, requireLookup(application.portal(), name), visitor);
  };
  const change = async (request: FastifyRequest, lookup: Lookup, more: Partial<RowChange>): Promise<string> =>
    changeRow(desk, application.portal(), {
      lookup: lookup.name,
      value: null,
      version: 0,
      columns: null,
      isRetired: null,
      account: request.visitor.account ?? '',
      department: request.visitor.department ?? '',
      ...more,
    });
  const keeping = (request: FastifyRequest, name = ''): Lookup =>
    requireKeeper(application.portal(), request, name);
  mount(
    server,
    endpoints,
    {
      'GET /lookups/:name': async ({ params }, request, reply) => answer(reply, params.name, request.visitor),
      'POST /lookups/:name': async ({ params, body: { row = null } }, request, reply) => {
        const { visitor } = request;
        const scope = { portal: application.portal(), visitor };
        const lookup = keeping(request, params.name);
        const columns = columnsOfUnit(scope, lookup, { row, isNew: true }) ?? {};
        await change(request, lookup, { columns });
        return answer(reply, lookup.name, visitor);
      },
      'PATCH /lookups/:name/:value': async ({ params, body: { row = null, retired } }, request, reply) => {
        const { visitor } = request;
        const scope = { portal: application.portal(), visitor };
        const lookup = keeping(request, params.name);
        const stored = lookup.rows.find(({ value }) => value === params.value);
        if (stored !== undefined && !isOfUnit(scope, lookup, stored)) throw notFound();
        await change(request, lookup, {
          value: params.value,
          version: readIfMatch(request),
          columns: columnsOfUnit(scope, lookup, { row, isNew: false }),
          isRetired: retired ?? null,
        });
        return answer(reply, lookup.name, visitor);
      },
    },
    { mayAsk: (request, { name }) => keeping(request, name) },
  );
}

/** Members of a unit maintain its rows. A department without units maintains all rows. */
function isOfUnit(scope: Scope, { edit }: Lookup, row: LookupRow): boolean {
  if (edit === null || edit.unit === null || keepsAll(scope)) return true;
  const { visitor } = scope;
  return visitor.unit !== null && row[edit.unit] === visitor.unit;
}

function keepsAll({ portal: { departments }, visitor: { department, unit } }: Scope): boolean {
  return unit === null && (departments[department ?? '']?.units ?? null) === null;
}

/**
 * The columns as sent, with the sender's unit.
 * @throws HttpError 422 for a row of another unit
 */
function columnsOfUnit(
  scope: Scope,
  { edit }: Lookup,
  { row, isNew }: { readonly row: Readonly<Record<string, unknown>> | null; readonly isNew: boolean },
): Readonly<Record<string, unknown>> | null {
  if (row !== null) requireSoundFields(row);
  if (edit === null || edit.unit === null || keepsAll(scope) || (row === null && !isNew)) return row;
  const { unit } = scope.visitor;
  const said = row?.[edit.unit] ?? unit;
  if (unit === null || said !== unit)
    throw unprocessable({ [edit.unit]: [message(lookupMessages.otherUnit)] });
  return { ...row, [edit.unit]: unit };
}

/** For all others the lookup does not exist here. @throws HttpError 403 or 404 */
function requireKeeper(portal: Portal, { visitor }: FastifyRequest, name: string): Lookup {
  requireOpenDoor({ portal, visitor });
  const lookup = requireLookup(portal, name);
  if (lookup.edit === null || !holds(lookup.edit.by, { portal, visitor })) throw notFound();
  return lookup;
}

function requireLookup({ lookups }: Portal, name: string): Lookup {
  const lookup = Object.hasOwn(lookups, name) ? lookups[name] : undefined;
  if (lookup === undefined) throw notFound();
  return lookup;
}

async function wireOf({ application }: RecordDesk, lookup: Lookup, visitor: Visitor): Promise<WireLookup> {
  const stored = await readEditedRows(application.database);
  const own = new Map(stored.filter((row) => row.lookup === lookup.name).map((row) => [row.value, row]));
  const scope = { portal: application.portal(), visitor };
  const mine = lookup.rows.filter((row) => isOfUnit(scope, lookup, row));
  const rows = mine.map(({ value, label, retired, ...columns }): WireEditedRow => {
    const kept = own.get(value);
    return {
      value,
      row: { label, ...columns },
      retired: retired === true,
      version: kept?.version ?? 0,
      changed_at: kept?.at ?? null,
      changed_by: kept?.by ?? null,
    };
  });
  return { name: lookup.name, title: lookup.title, form: lookup.edit?.form ?? '', rows };
}
