/** Answers the workbench: the configuration in force, for those whom `workbench.access` names. For others it is not there. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { workbench } from '../../contract/workbench.ts';
import type { Plan } from '../../plan/plan.ts';
import { renderPlan } from '../../plan/render-plan.ts';
import { holds } from '../../portal/conditions/evaluate.ts';
import type { Visitor } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { inFirstLanguage } from '../../portal/translation/in-language.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import { describeCharter } from '../../workbench/charter.ts';
import { describeKinds } from '../../workbench/kinds.ts';
import { describeOffices } from '../../workbench/offices.ts';
import { describePermissions } from '../../workbench/permissions.ts';
import { describeTranslations } from '../../workbench/translations.ts';
import { describeWorkflow } from '../../workbench/workflow.ts';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import { readApplied } from '../portals/applied-versions.ts';
import { listVersions } from '../portals/config-files.ts';
import { doorOf } from '../records/change/open-door.ts';

export function registerWorkbench(server: FastifyInstance, application: Application): void {
  const { database } = application;
  const portalOf = (request: FastifyRequest) => portalFor(application, request);
  mount(
    server,
    workbench,
    {
      'GET /workbench': async (_input, request) => ({
        ...overviewOf(portalOf(request)),
        mayEdit: application.editing !== undefined && mayEdit(application.portal(), request.visitor),
      }),
      'GET /workbench/offices': async (_input, request) => offices(portalOf(request)),
      'GET /workbench/kinds': async (_input, request) => kinds(portalOf(request)),
      'GET /workbench/workflows/:recordType': async ({ params: { recordType } }, request) =>
        describeWorkflow(portalOf(request), recordType) ?? missing(),
      'GET /workbench/permissions/:recordType': async ({ params: { recordType } }, request) =>
        describePermissions(portalOf(request), recordType) ?? missing(),
      'GET /workbench/charter': async (_input, request) => {
        const now = new Date();
        const today = localDate(now.getTime(), application.portal().timeZone);
        return describeCharter(portalOf(request), { today, now: now.toISOString() });
      },
      'GET /workbench/translations': async () => translations(inFirstLanguage(application.portal())),
      'GET /workbench/versions': async () => ({ items: await listVersions(database) }),
      'GET /workbench/versions/:number/plan': async ({ params: { number } }) => {
        const applied = /^\d{1,9}$/.test(number) ? await readApplied(database, Number(number)) : null;
        if (applied === null) throw notFound();
        return { text: renderPlan(applied.plan as Plan) };
      },
    },
    { mayAsk: (request) => requireAccess(application, request) },
  );
}

/** Only somebody who may read it. */
export function mayEdit(portal: Portal, visitor: Visitor): boolean {
  const { access, edit } = portal.workbench;
  const scope = { portal, visitor };
  return holds(access, scope) && holds(edit, scope);
}

const offices = onceForEach(describeOffices);
const kinds = onceForEach(describeKinds);
const translations = onceForEach(describeTranslations);

/** @throws HttpError 404 for everybody whom the configuration does not name */
function requireAccess(application: Application, request: FastifyRequest): void {
  doorOf(application)(request);
  const portal = application.portal();
  if (!holds(portal.workbench.access, { portal, visitor: request.visitor })) throw notFound();
}

/** @throws HttpError 404 */
function missing(): never {
  throw notFound();
}

function overviewOf({ hash, recordTypes, workflows }: Portal) {
  return {
    hash,
    types: Object.values(recordTypes)
      .filter(({ type }) => Object.hasOwn(workflows, type))
      .map(({ type, title }) => ({ key: type, title })),
  };
}
