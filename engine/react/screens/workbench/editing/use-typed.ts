/** Unsaved answers of a part. This tab keeps them until they are saved or discarded, also when the language changes. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PartModel } from '../../../../contract/editing.ts';
import type { Answers } from '../../../../portal/forms/form-conditions.ts';
import { differences, withoutEmptied } from '../../../drafts/differences.ts';
import { type LocalCopy, localCopy } from '../../../drafts/local-copy.ts';
import { useSession } from '../../../session/portal-context.ts';

interface TypedAnswers {
  /** The part that was typed into: the newest one as long as nothing is typed. */
  readonly part: PartModel;
  /** Of the part, with what was typed. */
  readonly answers: Answers;
  readonly isChanged: boolean;
  readonly change: (answers: Answers) => void;
  readonly discard: () => void;
}

/** @param newest always of the same place */
export function useTyped(newest: PartModel): TypedAnswers {
  const session = useSession();
  // Another tab may make this browser somebody else.
  const [keeper] = useState(session.keeper);
  const [part, setPart] = useState(newest);
  const { file, at, edition, answers: kept } = part;
  const copy = useMemo(() => typedCopy(keeper, { file, at }), [keeper, file, at]);
  const [typed, setTyped] = useState<Answers>(() => answersFor(copy, edition));
  useEffect(
    () => copy.write(Object.keys(typed).length === 0 ? {} : { edition, typed }),
    [copy, edition, typed],
  );
  const answers = useMemo(() => withoutEmptied({ ...kept, ...typed }), [kept, typed]);
  const change = useCallback((next: Answers) => setTyped(differences(kept, next)), [kept]);
  const discard = useCallback(() => {
    copy.write({});
    setTyped({});
  }, [copy]);
  const isChanged = Object.keys(differences(kept, answers)).length > 0;
  // What is typed belongs to the part as it was: with the edition of another one it would overwrite that.
  if (part !== newest && (!isChanged || edition === newest.edition)) setPart(newest);
  return { part, answers, isChanged, change, discard };
}

/** The unsaved answers of the part at this place. */
export function typedCopy(keeper: string | null, { file, at }: Pick<PartModel, 'file' | 'at'>): LocalCopy {
  return localCopy(`${keeper}.workbench.${file}.${at}`, window.sessionStorage);
}

/** An entry of a list has its place as its name, and another one may have come there. */
function answersFor(copy: LocalCopy, edition: string): Answers {
  const { edition: of, typed } = copy.read();
  return of === edition ? (typed as Answers) : {};
}
