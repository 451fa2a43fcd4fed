/** Files a draft: saves it, runs the filing step, and lists what is missing. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formMessages } from '../../../locales/forms.ts';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import { pathOf } from '../../../portal/routing/links.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { WireAction, WireRecord } from '../../../contract/record.ts';
import type { FieldTexts, Problem } from '../../api/problem.ts';
import type { DraftKeeper } from '../../drafts/draft-keeper.ts';
import { noErrors } from '../../forms/errors/errors.ts';
import { atMost } from '../../api/at-most.ts';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import { useRefreshLists } from '../../data/hooks.ts';
import { useOutboxDoor } from '../../outbox/use-outbox.ts';
import { type KeptCall, stepEndpoint } from '../../outbox/waiting-write.ts';
import { useStepSummary } from '../../records/actions/step-summary.ts';
import { useVisitor } from '../../shell/navigation.ts';
import { text } from '../../language/text.ts';
import { usePapersPage } from './filed.tsx';

interface DraftRecord<Action> extends Pick<WireRecord, 'type' | 'state'> {
  readonly actions: readonly Action[];
}

export function filingOf<Action extends Pick<WireAction, 'input' | 'to'>>(
  slice: PortalSlice,
  record: DraftRecord<Action> | null,
): Action | null {
  if (record === null) return null;
  const states = slice.recordTypes[record.type]?.states ?? {};
  const forward = record.actions.filter(({ to }) => {
    const state = to === undefined ? undefined : states[to];
    return state !== undefined && to !== record.state && !state.isFinal && state.tone !== 'bad';
  });
  return forward.find(({ input }) => input === null) ?? forward[0] ?? null;
}

const patience = 4000;

/** @param hash of the form on the page */
export function useSettle(keeper: DraftKeeper, hash: string): () => Promise<void> {
  const shown = useRef(hash);
  const waiting = useRef<() => void>(() => {});
  useEffect(() => {
    shown.current = hash;
    if (isInPlace(keeper, hash)) waiting.current();
  });
  return async () => {
    // Failed saves are retried at their own interval.
    if (keeper.get().saving.kind === 'kept') return;
    const settled = keeper.save().then(() => {
      if (isInPlace(keeper, shown.current)) return undefined;
      return new Promise<void>((resolve) => void (waiting.current = resolve));
    });
    await atMost(settled, patience);
  };
}

function isInPlace(keeper: DraftKeeper, hash: string): boolean {
  const form = keeper.get().record?.form ?? null;
  return form === null || form === hash;
}

/** @param record null: it does not exist yet */
export function useFilingLabel(type: string, record: WireRecord | null): string {
  const slice = useSlice();
  const asksPapers = usePapersPage()(record) !== null;
  const hasPage = usePageToCome(type);
  const { first, initial } = slice.recordTypes[type] ?? {};
  if (record === null ? first?.asksPapers === true && hasPage : asksPapers)
    return text(formMessages.continueToPapers);
  const draft = record ?? { type, state: initial ?? '', actions: first?.actions ?? [] };
  return filingOf(slice, draft)?.title ?? text(formMessages.send);
}

/** Decides whether a record of this type will have its own page. */
function usePageToCome(type: string): boolean {
  const slice = useSlice();
  const visitor = useVisitor();
  return (
    pathOf({ portal: slice, visitor }, { type, slug: 'new', kind: null, office: null, ancestors: [] }) !==
    null
  );
}

function stepOf(record: WireRecord, { name }: WireAction) {
  const input = {
    params: { type: record.type, slug: record.slug, transition: name },
    body: { input: {} },
    ifMatch: record.version,
  };
  return { endpoint: stepEndpoint, input } satisfies KeptCall;
}

export interface SendState {
  readonly filed: WireRecord | null;
  /** The step has its own questions. */
  readonly asks: { readonly record: WireRecord; readonly action: WireAction } | null;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly errors: FieldTexts;
  file(answers: Answers): void;
  finish(record: WireRecord): void;
}

export function useFiling(keeper: DraftKeeper, slice: PortalSlice): SendState {
  const { client } = usePortal();
  const papersPage = usePapersPage();
  const navigate = useNavigate();
  const refresh = useRefreshLists();
  const outbox = useOutboxDoor();
  const summaryOf = useStepSummary();
  const [filed, setFiled] = useState<WireRecord | null>(null);
  const [asks, setAsks] = useState<SendState['asks']>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [errors, setErrors] = useState<FieldTexts>(noErrors);

  function finish(record: WireRecord): void {
    refresh();
    setFiled(record);
  }

  async function file(answers: Answers): Promise<void> {
    setProblem(null);
    setIsBusy(true);
    keeper.change(answers);
    const record = await keeper.saveToSend();
    if (record !== null) await take(record);
    else if (!keepWithAnswers()) sayUnsaved();
    setIsBusy(false);
  }

  /** Without a connection the step waits on this device, together with the answers that it needs. */
  function keepWithAnswers(): boolean {
    const { record, saving, refused } = keeper.get();
    if (record === null || saving.kind !== 'kept' || saving.problem.kind !== 'offline') return false;
    if (Object.keys(refused).length > 0 || papersPage(record) !== null) return false;
    const action = filingOf(slice, record);
    if (action === null || action.input !== null) return false;
    const isKept = outbox.keep(stepOf(record, action), summaryOf(record, action.name), keeper.hold());
    if (!isKept) keeper.release();
    return isKept;
  }

  function sayUnsaved(): void {
    const { refused, saving } = keeper.get();
    if (Object.keys(refused).length > 0) setErrors({ ...refused });
    else setProblem(saving.kind === 'kept' ? saving.problem : { kind: 'offline' });
  }

  async function take(record: WireRecord): Promise<void> {
    const papers = papersPage(record);
    if (papers !== null) return navigate(papers);
    const action = filingOf(slice, record);
    // Saving is all that is left.
    if (action === null) return finish(record);
    if (action.input !== null) return setAsks({ record, action });
    const call = stepOf(record, action);
    const result = await client.send(stepEndpoint, call.input);
    if (result.ok) {
      outbox.settle(call);
      return finish(result.value);
    }
    if (result.problem.kind === 'offline' && outbox.keep(call, summaryOf(record, action.name))) return;
    if (result.problem.kind === 'fields') return setErrors({ ...result.problem.errors });
    if (result.problem.kind === 'stale' && result.problem.current !== null) {
      keeper.replace(result.problem.current);
    }
    setProblem(result.problem);
  }

  return { filed, asks, isBusy, problem, errors, file: (answers) => void file(answers), finish };
}
