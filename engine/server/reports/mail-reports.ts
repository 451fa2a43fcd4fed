/** Mails reports on their schedule. Of several processes, one sends a mail. */
import { MAIL } from '../../extension/extension.ts';
import type {
  ReportValue,
  WireGroup,
  WireMeasure,
  WireReport,
  WireReportRow,
} from '../../contract/reports.ts';
import { message } from '../../locales/message.ts';
import { reportMessages } from '../../locales/reports.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { Report, ReportMail } from '../../portal/model/report.ts';
import { escapeHtml } from '../../portal/text/html.ts';
import { tell, valueShown } from '../../portal/text/tell.ts';
import { momentAt } from '../../portal/time/days.ts';
import { dayAfter, isWorkingDay, localDate, weekdayOf } from '../../portal/time/working-days.ts';
import { inFirstLanguage, inLanguage } from '../../portal/translation/in-language.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import type { Transaction } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import type { Application } from '../kernel/application.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { messagesPart, type NewMessage, originOf } from '../mail/messages.ts';
import { isDoorOpen } from '../records/change/open-door.ts';
import type { Period } from './group-sql.ts';
import { reportOf, runReport } from './register-reports.ts';

/** Sends what is due. After an outage each report is sent once, for its newest period. */
export async function mailReports(application: Application): Promise<void> {
  for (const report of Object.values(application.portal().reports)) {
    const { mail } = report;
    if (mail !== null)
      await application.database.transaction((client) => mailDue(application, client, { report, mail }));
  }
}

interface ScheduledReport {
  readonly report: Report;
  readonly mail: ReportMail;
}

async function mailDue(
  application: Application,
  client: Transaction,
  { report, mail }: ScheduledReport,
): Promise<void> {
  const portal = application.portal();
  const next = nextMoment(portal, mail, application.now());
  // A new or changed schedule begins with its next time. The statement locks the row, changed or not, so other processes
  // wait here until this one has moved the time.
  await client.query(
    `INSERT INTO report_mails AS m (report, schedule, next_at) VALUES ($1, $2, $3)
     ON CONFLICT (report) DO UPDATE SET schedule = $2, next_at = $3 WHERE m.schedule <> $2`,
    [report.name, `${mail.every} ${mail.at}`, next],
  );
  const [due] = await client.query('SELECT FROM report_mails WHERE report = $1 AND next_at <= $2', [
    report.name,
    application.now(),
  ]);
  if (due === undefined) return;
  await client.query('UPDATE report_mails SET next_at = $2 WHERE report = $1', [report.name, next]);
  const period = periodBefore(portal, mail, application.now());
  const accounts = await client.query<Account>(
    `SELECT DISTINCT ON (a.id) ${accountColumns} FROM account_memberships a
     WHERE a.department = ANY($1) AND NOT a.is_suspended AND a.password <> '' ORDER BY a.id`,
    [mail.to],
  );
  for (const account of accounts) {
    const sent = await mailFor(application, client, { account, name: report.name, period });
    if (sent !== null) await runParts(client, messagesPart(application, [sent]));
  }
}

/** The first moment after this one at which the report is sent. */
function nextMoment(portal: Portal, mail: ReportMail, now: Date): string {
  let day = localDate(now.getTime(), portal.timeZone);
  for (let step = 0; step < farthest; step += 1) {
    const moment = momentAt(day, mail.at, portal.timeZone);
    if (isSendDay(portal, mail, day) && Date.parse(moment) > now.getTime()) return moment;
    day = dayAfter(day, 1);
  }
  throw new Error('A calendar has no working day.');
}

/** Longer than any row of holidays. */
const farthest = 400;

function isSendDay({ days }: Portal, { every }: ReportMail, day: string): boolean {
  if (every === 'day') return isWorkingDay(day, days);
  return every === 'week' ? weekdayOf(day) === 'mon' : day.endsWith('-01');
}

/** The days between the last two times at which the report was due. */
function periodBefore(portal: Portal, mail: ReportMail, now: Date): Period {
  const earlier = (day: string): string => {
    let found = dayAfter(day, -1);
    while (!isSendDay(portal, mail, found)) found = dayAfter(found, -1);
    return found;
  };
  const today = localDate(now.getTime(), portal.timeZone);
  const isToday =
    isSendDay(portal, mail, today) && Date.parse(momentAt(today, mail.at, portal.timeZone)) <= now.getTime();
  const last = isToday ? today : earlier(today);
  return { from: earlier(last), to: dayAfter(last, -1) };
}

interface ReportReader {
  readonly account: Account;
  readonly name: string;
  readonly period: Period;
}

/** @returns null for somebody who may not enter */
async function mailFor(
  application: Application,
  client: Transaction,
  { account, name, period }: ReportReader,
): Promise<NewMessage | null> {
  const visitor = await visitorOfAccount(application, account, client);
  const first = application.portal();
  if (visitor === null || !isDoorOpen({ portal: first, visitor })) return null;
  const portal = account.language === null ? inFirstLanguage(first) : inLanguage(first, account.language);
  const scope = { portal, visitor, now: application.now() };
  const choice = { ...period, groups: null, each: null };
  const report = await runReport(client, scope, { report: reportOf(portal, name), choice });
  const said = { title: report.title, from: { day: period.from ?? '' }, to: { day: period.to ?? '' } };
  const subject = tell(portal, message(reportMessages.mailSubject, said));
  const page = originOf(application.settings);
  const mail = composeMail({ subject, ...numbersOf(portal, report) }, { page, link: null, portal });
  const { name: to, username: address } = account;
  return { ...mail, subject, channel: MAIL, record: null, name: to, address, at: scope.now.toISOString() };
}

function numbersOf(
  portal: Portal,
  { title, help, groups, measures, rows, total }: WireReport,
): { readonly text: string; readonly html: string } {
  const { words } = portal;
  if (total === null) {
    const nothing = say(words, reportMessages.nothingToCount);
    return { text: `${title}\n\n${nothing}`, html: `<p>${escapeHtml(nothing)}</p>\n` };
  }
  const shown = (values: readonly ReportValue[]) =>
    values.map((value, index) => sayValue(portal, value, measures[index]));
  const all = groups.map((_, index) => (index === 0 ? say(words, reportMessages.allGroups) : ''));
  const head = [...groups, ...measures].map((one) => one.title);
  const lines = rows.map((row) => [
    ...row.groups.map((group, index) => sayGroup(portal, group, groups[index])),
    ...shown(row.values),
  ]);
  const body = [...lines, ...(groups.length === 0 && lines.length > 0 ? [] : [[...all, ...shown(total)]])];
  const about = help === null ? '' : `<p>${escapeHtml(help)}</p>\n`;
  return {
    text: [help ?? title, '', ...[head, ...body].map((cells) => cells.join(' | '))].join('\n'),
    html: `${about}<table>${rowHtml(head, 'th')}${body.map((cells) => rowHtml(cells, 'td')).join('')}</table>\n`,
  };
}

function rowHtml(cells: readonly string[], tag: 'td' | 'th'): string {
  const style = 'padding:.25rem .5rem;text-align:left';
  return `<tr>${cells.map((cell) => `<${tag} style="${style}">${escapeHtml(cell)}</${tag}>`).join('')}</tr>\n`;
}

/** A month or a day is named by its date; quarters and years are numbers. */
function sayGroup(
  portal: Portal,
  { value, label }: WireReportRow['groups'][number],
  group: WireGroup | undefined,
): string {
  if (value === null || group === undefined) return label;
  if (group.each === 'month') return valueShown(portal, { month: value });
  if (group.each === 'day') return valueShown(portal, { day: value });
  const isDay = group.each === null && (group.type === 'date' || group.type === 'moment');
  return isDay ? valueShown(portal, { moment: value }) : label;
}

function sayValue(portal: Portal, value: ReportValue, measure: WireMeasure | undefined): string {
  if (value === null) return '–';
  if (measure?.type === 'money')
    return valueShown(portal, { amount: String(value), currency: measure.currency });
  return valueShown(portal, {
    digits: String(typeof value === 'number' ? Math.round(value * 10) / 10 : value),
  });
}
