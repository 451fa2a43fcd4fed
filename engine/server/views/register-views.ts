/** The routes of saved views: list, save, change and remove them, and choose the default. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { views, type WireViews } from '../../contract/views.ts';
import { viewMessages } from '../../locales/views.ts';
import { message } from '../../locales/message.ts';
import { holds } from '../../portal/conditions/evaluate.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import type { List, RecordType } from '../../portal/model/record-type.ts';
import { forbidden, notFound, unprocessable } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { doorOf } from '../records/change/open-door.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { unknownParts } from './unknown-parts.ts';
import {
  changeView,
  chooseDefault,
  deleteView,
  findView,
  isNameTaken,
  mostViews,
  readViews,
  saveView,
  type ViewKeeper,
  type ViewRow,
} from './view-rows.ts';

interface ViewScope extends Scope {
  readonly keeper: ViewKeeper;
  readonly isForOffice: boolean;
}

export function registerViews(server: FastifyInstance, application: Application): void {
  const { database } = application;
  const answer = async (scope: ViewScope, list: string): Promise<WireViews> => {
    const named = listNamed(scope, list);
    const rows = await readViews(database, scope.keeper, list);
    return {
      items: rows.map(({ id, name, query, office }) => ({
        id,
        name,
        query,
        office,
        editable: !office || scope.isForOffice,
        stale: unknownParts(scope.portal, named, query).length > 0,
      })),
      default: rows.find(({ is_default: isDefault }) => isDefault)?.id ?? null,
      for_office: scope.isForOffice,
    };
  };
  const own = async (scope: ViewScope, id: string): Promise<ViewRow> => {
    const view = await findView(database, scope.keeper, id);
    if (view === null) throw notFound();
    if (view.office && !scope.isForOffice) throw forbidden();
    return view;
  };
  mount(
    server,
    views,
    {
      'GET /views': async ({ query }, request, reply) => {
        reply.header('Cache-Control', 'no-store');
        return answer(scopeOf(application, request), query.list);
      },
      'POST /views': async ({ body }, request, reply) => {
        const scope = scopeOf(application, request);
        const isOfOffice = body.office === true;
        if (isOfOffice && !scope.isForOffice) throw forbidden();
        requireKnown(scope, body.list, body.query);
        const view = { list: body.list, name: body.name.trim(), query: body.query, isOfOffice };
        if (!(await saveView(database, scope.keeper, view)))
          throw unprocessable({ name: [message(viewMessages.tooMany, { count: mostViews })] });
        reply.code(201);
        return answer(scope, body.list);
      },
      'PATCH /views/:id': async ({ params, body }, request) => {
        const scope = scopeOf(application, request);
        const view = await own(scope, params.id);
        const name = body.name?.trim() ?? view.name;
        const query = body.query ?? view.query;
        if (body.query !== undefined) requireKnown(scope, view.list, query);
        if (await isNameTaken(database, view, name))
          throw unprocessable({ name: [message(viewMessages.nameTaken)] });
        await changeView(database, view.id, { name, query });
        return answer(scope, view.list);
      },
      'DELETE /views/:id': async ({ params }, request) => {
        const scope = scopeOf(application, request);
        const view = await own(scope, params.id);
        await deleteView(database, view.id);
        return answer(scope, view.list);
      },
      'PUT /views/default': async ({ body }, request) => {
        const scope = scopeOf(application, request);
        const view = body.view === null ? null : await findView(database, scope.keeper, body.view);
        if (body.view !== null && view?.list !== body.list) throw notFound();
        await chooseDefault(database, scope.keeper, { list: body.list, view: body.view });
        return answer(scope, body.list);
      },
    },
    { mayAsk: doorOf(application) },
  );
}

function scopeOf(application: Application, request: FastifyRequest): ViewScope {
  const { account } = requireSession(request);
  const { visitor } = request;
  const portal = application.portal();
  const { department, unit } = visitor;
  return {
    portal,
    visitor,
    keeper: { account: account.id, department, unit },
    isForOffice: department !== null && holds(portal.officeViews, { portal, visitor }),
  };
}

/** @throws HttpError 404 if the configuration has no such list */
function listNamed({ portal }: Scope, named: string): { readonly type: RecordType; readonly list: List } {
  const [type = '', list = ''] = named.split('/');
  const recordType = Object.hasOwn(portal.recordTypes, type) ? portal.recordTypes[type] : undefined;
  const found =
    recordType !== undefined && Object.hasOwn(recordType.lists, list) ? recordType.lists[list] : undefined;
  if (recordType === undefined || found === undefined) throw notFound();
  return { type: recordType, list: found };
}

/** @throws HttpError 422 that names what the list does not have */
function requireKnown(scope: Scope, list: string, query: string): void {
  const names = unknownParts(scope.portal, listNamed(scope, list), query);
  if (names.length > 0)
    throw unprocessable({ query: [message(viewMessages.unknownParts, { names: names.join(', ') })] });
}
