/** The route of reports: `GET reports/{name}`, for signed-in visitors, over the records that they may read. */
import type { FastifyInstance } from 'fastify';
import type { ApiQuery } from '../../contract/contract.ts';
import { reports } from '../../contract/reports.ts';
import type { Application } from '../kernel/application.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { mount } from '../http/mount.ts';
import { portalFor } from '../http/language.ts';
import { doorOf } from '../records/change/open-door.ts';
import type { Period } from './report-sql.ts';
import { runReport } from './run-report.ts';
import { message } from '../../locales/message.ts';
import { reportMessages } from '../../locales/reports.ts';

export function registerReports(server: FastifyInstance, application: Application): void {
  mount(
    server,
    reports,
    {
      'GET /reports/:name': async ({ params: { name }, query }, request) => {
        const portal = portalFor(application, request);
        const report = Object.hasOwn(portal.reports, name) ? portal.reports[name] : undefined;
        if (report === undefined) throw notFound();
        const scope = { portal, visitor: request.visitor };
        return runReport(application, scope, { report, period: periodOf(query) });
      },
    },
    { mayAsk: doorOf(application) },
  );
}

/** @throws HttpError 422 for a period that ends before it begins */
function periodOf(query: ApiQuery<'GET /reports/:name'>): Period {
  const { from = null, to = null }: { readonly from?: string | null; readonly to?: string | null } = query;
  if (from !== null && to !== null && from > to)
    throw unprocessable({ to: [message(reportMessages.periodReversed)] });
  return { from, to };
}
