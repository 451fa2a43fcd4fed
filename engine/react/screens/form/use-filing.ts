/** Files a draft: saves what is left, then takes the step; whatever is wrong comes back by field. */
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { FieldTexts } from '../../api/problem.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { WireAction, WireRecord } from '../../../portal/wire/wire.ts';
import type { Problem } from '../../api/problem.ts';
import type { DraftKeeper } from '../../drafts/draft-keeper.ts';
import { noErrors } from '../../forms/errors/errors.ts';
import { usePortal } from '../../portal-context.ts';
import { useRefreshLists } from '../../records/use-refresh-lists.ts';
import { filingOf } from './filing.ts';
import { usePapersPage } from './use-papers-page.ts';

export interface FilingState {
  readonly filed: WireRecord | null;
  /** The step asks for answers of its own. */
  readonly asks: { readonly record: WireRecord; readonly action: WireAction } | null;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly errors: FieldTexts;
  file(answers: Answers): void;
  finish(record: WireRecord): void;
}

export function useFiling(keeper: DraftKeeper, slice: PortalSlice): FilingState {
  const { client } = usePortal();
  const papersPage = usePapersPage();
  const navigate = useNavigate();
  const refresh = useRefreshLists();
  const [filed, setFiled] = useState<WireRecord | null>(null);
  const [asks, setAsks] = useState<FilingState['asks']>(null);
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
    const record = await keeper.save();
    if (record === null) sayUnsaved();
    else await take(record);
    setIsBusy(false);
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
    // Nothing more to do than to keep it.
    if (action === null) return finish(record);
    if (action.input !== null) return setAsks({ record, action });
    const result = await client.send('POST /records/:type/:slug/:transition', {
      params: { type: record.type, slug: record.slug, transition: action.name },
      body: { input: {} },
      ifMatch: record.version,
    });
    if (result.ok) return finish(result.value);
    if (result.problem.kind === 'fields') return setErrors({ ...result.problem.errors });
    if (result.problem.kind === 'stale' && result.problem.current !== null) {
      keeper.replace(result.problem.current);
    }
    setProblem(result.problem);
  }

  return { filed, asks, isBusy, problem, errors, file: (answers) => void file(answers), finish };
}
