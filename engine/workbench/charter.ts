/**
 * Describes the services as a service charter does: for each what to do, who is responsible, the time, the fees and
 * the papers. A service is a type of record that people begin by themselves.
 */
import type { CharterModel, CharterServiceModel } from '../contract/workbench.ts';
import { knownForVisitor, visitorsByDepartment } from '../config/logic/visitor-facts.ts';
import { workbenchMessages } from '../locales/workbench.ts';
import { possible } from '../portal/conditions/possible.ts';
import { sayRate } from '../portal/fees/rate-words.ts';
import { tariffOf } from '../portal/fees/tariff.ts';
import { say } from '../portal/language/say.ts';
import type { Contact } from '../portal/model/department.ts';
import type { FeeSchedule } from '../portal/model/fee.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { RecordContext } from '../portal/model/record.ts';
import type { RecordType } from '../portal/model/record-type.ts';
import { schedulesFor } from '../portal/start/needed-fees.ts';
import { neededPapers, type NeededPaper } from '../portal/start/needed-papers.ts';
import { limitOfOffice, neededTimes } from '../portal/start/needed-time.ts';
import { PartialRecord } from '../portal/start/partial-record.ts';
import { draftOf, requirementsOf } from '../portal/start/requirements.ts';
import { valueShown } from '../portal/text/tell.ts';
import { sayRange } from '../portal/time/duration-words.ts';
import { charterSteps } from './charter-steps.ts';

/**
 * @param portal in the reader's language
 * @param at the day, on which seasons depend
 */
export function describeCharter(portal: Portal, at: Pick<RecordContext, 'today' | 'now'>): CharterModel {
  const { title, introduction, complaints } = portal.charter;
  return {
    name: title ?? say(portal.words, workbenchMessages.charter),
    title: portal.title,
    introduction,
    complaints,
    hours: portal.welcome.hours,
    contacts: portal.welcome.contacts.map(sayContact),
    services: Object.values(portal.recordTypes).flatMap((recordType) => {
      const clients = clientsOf(portal, recordType);
      return clients.length === 0 || portal.workflows[recordType.type] === undefined
        ? []
        : [describeService(portal, recordType, { clients, at })];
    }),
  };
}

export function sayContact({ title, description }: Contact): string {
  return `${title}: ${description}`;
}

/** Keys of the departments of requesters whose accounts may begin such a record. */
function clientsOf(portal: Portal, type: RecordType): string[] {
  const { create } = type.access;
  return visitorsByDepartment(portal, [create]).flatMap(({ name, visitors }) => {
    const isRequester = portal.departments[name]?.kind === 'requester';
    const may = visitors.some((visitor) => possible(create, knownForVisitor({ portal, visitor, type })).true);
    return isRequester && may ? [name] : [];
  });
}

interface ServiceScope {
  readonly clients: readonly string[];
  readonly at: Pick<RecordContext, 'today' | 'now'>;
}

function describeService(
  portal: Portal,
  { type, title }: RecordType,
  { clients, at }: ServiceScope,
): CharterServiceModel {
  const context = draftOf(portal, type, { data: {}, ...at });
  const partial = new PartialRecord(portal, context);
  const requirements = requirementsOf(portal, partial, context);
  const [own, ...below] = requirements;
  const parts = below.filter(({ context: { ancestors } }) => ancestors.length === 1);
  const titles = (keys: readonly (string | null)[]) =>
    [...new Set(keys)].flatMap((key) => portal.departments[key ?? '']?.title ?? []);
  const steps = charterSteps(portal, type);
  return {
    key: type,
    title,
    clients: titles(clients),
    offices: titles([...steps.offices, ...parts.map(({ office }) => office)]),
    issues: steps.documents.map((name) => portal.documents[name]?.title ?? name),
    steps: steps.rows,
    papers: neededPapers(portal, partial, requirements).map((paper) => ({
      title: paper.title,
      from: sourceWords(portal, paper),
      need: paper.need,
      for: paper.for,
    })),
    fees: schedulesFor(portal, type).map((schedule) => describeFees(portal, schedule)),
    times: (own === undefined ? [] : neededTimes(portal, partial, own)).map((time) => ({
      title: time.title,
      within: sayRange(portal.words, time),
      pauses: time.pauses,
      source: time.source,
    })),
    parts: parts.map((part) => {
      const limit = limitOfOffice(portal, partial, part);
      return {
        title: part.title,
        office: portal.departments[part.office ?? '']?.title ?? null,
        isSure: part.isSure,
        within: limit === null ? null : sayRange(portal.words, limit),
      };
    }),
  };
}

const sources = {
  self: workbenchMessages.sourceSelf,
  office: workbenchMessages.sourceOther,
  others: workbenchMessages.sourceOther,
  before: workbenchMessages.sourcePortal,
  application: workbenchMessages.sourceWithin,
  visits: workbenchMessages.sourceVisit,
} as const;

function sourceWords({ words }: Portal, { source, by }: NeededPaper): string {
  return (source === 'office' || source === 'others' ? by : null) ?? say(words, sources[source]);
}

function describeFees(portal: Portal, schedule: FeeSchedule): CharterServiceModel['fees'][number] {
  const { title, source, version, groups } = tariffOf(portal, schedule);
  const money = (amount: string) => valueShown(portal, { amount, currency: schedule.currency });
  return {
    title,
    basis: source ?? version,
    lines: groups
      .flatMap(({ lines }) => lines)
      .map((line) => ({
        title: line.title,
        rate: line.rates.map((rate) => sayRate({ words: portal.words, money }, line, rate)).join('; '),
        when: line.help,
      })),
  };
}
