/** What somebody types into a part. It stays in this tab until it is kept or discarded, also in another language. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PartModel } from '../../../../contract/editing.ts';
import type { Answers } from '../../../../portal/forms/form-conditions.ts';
import { differences, withoutEmptied } from '../../../drafts/differences.ts';
import { localCopy } from '../../../drafts/local-copy.ts';
import { useSession } from '../../../session/portal-context.ts';

interface TypedAnswers {
  /** Of the part, with what was typed. */
  readonly answers: Answers;
  readonly isChanged: boolean;
  readonly change: (answers: Answers) => void;
  readonly discard: () => void;
}

export function useTyped({ file, at, edition, answers: kept }: PartModel): TypedAnswers {
  const session = useSession();
  // Another tab may make this browser somebody else.
  const [keeper] = useState(session.keeper);
  // An entry of a list has its place as its name, and another one may have come there.
  const key = `${keeper}.workbench.${file}.${at}.${edition}`;
  const copy = useMemo(() => localCopy(key, window.sessionStorage), [key]);
  const [typed, setTyped] = useState<Answers>(() => copy.read());
  useEffect(() => copy.write(typed), [copy, typed]);
  const answers = useMemo(() => withoutEmptied({ ...kept, ...typed }), [kept, typed]);
  const change = useCallback((next: Answers) => setTyped(differences(kept, next)), [kept]);
  const discard = useCallback(() => {
    copy.write({});
    setTyped({});
  }, [copy]);
  const isChanged = Object.keys(differences(kept, answers)).length > 0;
  return { answers, isChanged, change, discard };
}
