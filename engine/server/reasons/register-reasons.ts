/** Answers why a paper is asked for: of a record, and of somebody who reads a start page. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { reasons, type WireReason } from '../../contract/reasons.ts';
import { explainItem } from '../../explain/explain-requirement.ts';
import type { RuleQuestion } from '../../explain/explanation.ts';
import { questionOf } from '../../explain/question.ts';
import { type ReasonQuestion, reasonOf, within } from '../../explain/reasons.ts';
import { isOwner } from '../../portal/access/access.ts';
import { availableItems, itemsAsked } from '../../portal/checklist/checklist.ts';
import { holds } from '../../portal/conditions/evaluate.ts';
import { signedOut } from '../../portal/model/department.ts';
import { contextOfRelative } from '../../portal/model/record.ts';
import type { Condition } from '../../portal/model/condition.ts';
import { PartialRecord } from '../../portal/start/partial-record.ts';
import { startAnswers } from '../../portal/start/questions.ts';
import { draftOf, requirementsOf } from '../../portal/start/requirements.ts';
import { paperIdOf } from '../../portal/start/needed-papers.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { evaluationScopeOf } from '../../portal/workflow/transition.ts';
import { notFound } from '../http/errors.ts';
import { portalFor } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import { doorOf } from '../records/change/open-door.ts';
import { openRecord } from '../records/read/open-record.ts';
import { readContextsAbove } from '../records/rows/read-record.ts';
import { clientOf, type RecordDesk, recordRequestOf, requestContextOf } from '../records/rows/record-desk.ts';
import { openedRoute } from '../route-pages/opened-route.ts';

export function registerReasons(server: FastifyInstance, desk: RecordDesk): void {
  const { application } = desk;
  const door = doorOf(application);
  mount(server, reasons, {
    'GET /records/:type/:slug/items/:item/why': async ({ params }, request) => {
      door(request);
      return { reasons: await reasonsOfItem(desk, request, params) };
    },
    'GET /start-pages/:page/papers/:paper/why': async ({ params, query: { answers = '' } }, request) => {
      const route = openedRoute(application, request, { name: params.page, screen: 'start' });
      const portal = portalFor(application, request);
      const now = application.now();
      const at = { today: localDate(now.getTime(), portal.timeZone), now: now.toISOString() };
      const data = startAnswers(portal, route, answers);
      const context = draftOf(portal, route.of[0]?.type ?? '', { data, ...at });
      const partial = new PartialRecord(portal, context);
      const found = requirementsOf(portal, partial, context).flatMap((one) => {
        if (!one.isSure) return [];
        const item = itemsAsked(portal, one.context.record).find(
          (asked) => paperIdOf(asked) === params.paper,
        );
        if (item === undefined) return [];
        const asked: ReasonQuestion = {
          question: questionOfStart({ portal, visitor: signedOut, context: one.context }),
          reader: portal,
          truthFor: (of) => partial.truthFor(of),
          isOwn: true,
        };
        return reasonsOf(asked, { title: one.kind?.title ?? null, when: item.when });
      });
      if (found.length === 0) throw notFound();
      return { reasons: found };
    },
  });
}

/** @throws HttpError 404 if the caller may not read the record, or it is not asked for the item */
async function reasonsOfItem(
  desk: RecordDesk,
  request: FastifyRequest,
  named: { readonly type: string; readonly slug: string; readonly item: string },
): Promise<readonly WireReason[]> {
  const asked = recordRequestOf(desk, request);
  const { stored, view } = await openRecord(asked, named);
  const { portal, visitor, reader = portal } = requestContextOf(asked);
  const scope = { portal, visitor, context: stored.context };
  const shown = view.level === 'read' ? availableItems(scope).find(({ id }) => id === named.item) : undefined;
  if (shown === undefined) throw notFound();
  const above = await readContextsAbove(clientOf(asked), requestContextOf(asked), stored.context);
  const question = questionOf(scope, { formErrors: {}, written: unwritten, above });
  if (explainItem(question, shown.item).allowed !== true) throw notFound();
  const truthFor: ReasonQuestion['truthFor'] = (context) => {
    const evaluation = evaluationScopeOf({ ...scope, context }, {});
    return (test) => holds(test, evaluation);
  };
  const isOwn = isOwner(visitor, stored.context.record);
  const { kind } = stored.context.record;
  return reasonsOf(
    { question, reader, truthFor, isOwn },
    { title: kind === null ? null : (reader.kinds[kind]?.title ?? null), when: shown.item.when },
  );
}

interface AskedPaper {
  /** Of the requirement; null: there is none. */
  readonly title: string | null;
  readonly when: Condition;
}

/** Why the requirements above the record apply, the farthest first, and why the paper is asked for. */
function reasonsOf(asked: ReasonQuestion, { title, when }: AskedPaper): WireReason[] {
  const { context } = asked.question.scope;
  const paper = reasonOf(when, asked);
  const kinds = [context.record, ...context.ancestors].flatMap((record, at, line): WireReason[] => {
    const kind = asked.reader.kinds[record.kind ?? ''];
    const [above, ...rest] = line.slice(at + 1);
    if (kind === undefined || above === undefined) return [];
    const of = contextOfRelative(context, { record: above, ancestors: rest });
    const reason = reasonOf(kind.applies, within(asked, of));
    return reason === null ? [] : [{ about: 'requirement', kind: kind.title, ...reason }];
  });
  return paper === null ? [] : [...kinds.toReversed(), { about: 'paper', kind: title, ...paper }];
}

const unwritten: RuleQuestion['written'] = () => ({ place: null, text: null });

/** Of a record that nobody has filed: the answers are those of the reader. */
function questionOfStart(scope: RuleQuestion['scope']): RuleQuestion {
  return {
    scope,
    formErrors: null,
    written: unwritten,
    truth: () => null,
    isStored: false,
    isWhole: false,
    hides: () => false,
  };
}
