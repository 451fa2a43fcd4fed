/** One account that an office manages, and the calls that change it. */
import { useState } from 'react';
import type { WireAccount } from '../../contract/accounts.ts';
import type { Client, Result } from '../api/client.ts';
import { useRead, useRefreshLists } from '../data/hooks.ts';
import type { FieldTexts, Problem } from '../api/problem.ts';
import { noErrors } from '../forms/errors/errors.ts';
import { decide } from '../../portal/routing/decide.ts';
import { USER } from '../../portal/access/accounts.ts';
import { usePortal, useSlice } from '../session/portal-context.ts';
import { useVisitor } from '../shell/navigation.ts';

export function useUser(slug: string) {
  return useRead('GET /accounts/:slug', { params: { slug } }, { dedupingInterval: 0 });
}

/** The version is part of the key: each change has a new history. */
export function useUserEvents({ slug, version }: WireAccount) {
  return useRead(
    'GET /accounts/:slug/events',
    { params: { slug }, query: { version } },
    { keepPreviousData: true },
  );
}

/** The account and the version that a call changes. */
interface UserBase {
  readonly params: { readonly slug: string };
  readonly ifMatch: number;
}

export interface UserWrite {
  readonly isBusy: boolean;
  readonly errors: FieldTexts;
  readonly problem: Problem | null;
  /** What was done last, for people; null: nothing yet. */
  readonly done: string | null;
  /**
   * @param done what to say afterwards
   * @returns true if it was done
   */
  change(
    done: string,
    send: (client: Client, base: UserBase) => Promise<Result<WireAccount>>,
  ): Promise<boolean>;
}

/** @param onChange shows the account as it is now; without one it is read again */
export function useUserWrite(
  { slug, version }: WireAccount,
  onChange: (account?: WireAccount) => void,
): UserWrite {
  const { client } = usePortal();
  const refresh = useRefreshLists();
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<FieldTexts>(noErrors);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return {
    isBusy,
    errors,
    problem,
    done,
    async change(said, send) {
      setIsBusy(true);
      setErrors(noErrors);
      setProblem(null);
      setDone(null);
      const result = await send(client, { params: { slug }, ifMatch: version });
      setIsBusy(false);
      if (result.ok) {
        setDone(said);
        refresh();
        onChange(result.value);
        return true;
      }
      if (result.problem.kind === 'fields') setErrors(result.problem.errors);
      else setProblem(result.problem);
      if (result.problem.kind === 'stale') onChange();
      return false;
    },
  };
}

/** The page with the list of accounts that this visitor may open, or null. */
export function useUsersPath(): string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  const route = slice.routes.find(
    ({ screen, path, of }) =>
      screen === 'list' &&
      !path.includes('{') &&
      of.some(({ type }) => type === USER) &&
      decide({ portal: slice, visitor }, path).outcome === 'show',
  );
  return route?.path ?? null;
}
