/** The reports' part of the API: `GET reports/{name}`, for whoever is signed in, over what he may read. */
import type { FastifyInstance } from 'fastify';
import type { Application } from '../application.ts';
import { notFound, unauthenticated, unprocessable } from '../http/errors.ts';
import { portalFor } from '../languages/register-languages.ts';
import { requireOpenDoor } from '../records/change/open-door.ts';
import type { Period } from './report-sql.ts';
import { runReport } from './run-report.ts';
import { message, type Message } from '../../locales/message.ts';
import { reportMessages } from '../../locales/reports.ts';

interface ReportParams {
  readonly Params: { readonly name: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}

export function registerReports(server: FastifyInstance, application: Application): void {
  server.get<ReportParams>('/reports/:name', (request) => {
    const { visitor } = request;
    if (!visitor.signedIn) throw unauthenticated();
    const portal = application.portal();
    requireOpenDoor({ portal, visitor });
    const { name } = request.params;
    const report = Object.hasOwn(portal.reports, name) ? portal.reports[name] : undefined;
    if (report === undefined) throw notFound();
    const reader = portalFor(application, request);
    return runReport(
      application,
      { portal: reader, visitor },
      { report: reader.reports[name] ?? report, period: periodOf(request.query) },
    );
  });
}

/** @throws HttpError 422 that names the day which is none */
function periodOf(query: Readonly<Record<string, unknown>>): Period {
  const errors: Record<string, Message[]> = {};
  const day = (name: 'from' | 'to'): string | null => {
    const value = [query[name]].flat().at(-1);
    if (value === undefined || value === '') return null;
    if (typeof value === 'string' && isDay(value)) return value;
    errors[name] = [message(reportMessages.periodNotADay)];
    return null;
  };
  const period = { from: day('from'), to: day('to') };
  if (period.from !== null && period.to !== null && period.from > period.to) {
    errors['to'] = [message(reportMessages.periodReversed)];
  }
  if (Object.keys(errors).length > 0) throw unprocessable(errors);
  return period;
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
