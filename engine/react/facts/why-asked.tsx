/** “Why is this asked?”: the rules that hold, with the answers that decide them. Read when somebody opens it. */
import { type ReactNode, useState } from 'react';
import type { SWRResponse } from 'swr';
import type { WireReason } from '../../contract/reasons.ts';
import { reasonMessages } from '../../locales/reasons.ts';
import type { Answer } from '../api/call.ts';
import type { ProblemError } from '../api/problem.ts';
import { text } from '../language/text.ts';
import { Fallback } from '../page/feedback.tsx';
import styles from './facts.module.css';

interface WhyAskedProps {
  /** Of the paper, for those who do not see it beside. */
  readonly title: string;
  /** `Reasons`, which are drawn once it is open. */
  readonly children: ReactNode;
}

export function WhyAsked({ title, children }: WhyAskedProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.why} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {text(reasonMessages.why)}
        <span data-spoken>: {title}</span>
      </summary>
      {isOpen && children}
    </details>
  );
}

interface ReasonsProps {
  readonly answer: Pick<
    SWRResponse<Answer<'GET /records/:type/:slug/items/:item/why'>, ProblemError>,
    'data' | 'error' | 'mutate'
  >;
}

export function Reasons({ answer: { data, error, mutate } }: ReasonsProps) {
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  return (
    <div className={styles.reasons}>
      {data.reasons.map((reason) => (
        <Reason key={`${reason.about} ${reason.kind ?? ''}`} reason={reason} />
      ))}
    </div>
  );
}

const inEveryCase = {
  requirement: reasonMessages.kindInEveryCase,
  paper: reasonMessages.askedByInEveryCase,
};

const becauseOf = { requirement: reasonMessages.kindAsked, paper: reasonMessages.askedBy };

function Reason({ reason: { about, kind, because, rule } }: { readonly reason: WireReason }) {
  if (because.length === 0)
    return <p>{kind === null ? text(reasonMessages.inEveryCase) : text(inEveryCase[about], { kind })}</p>;
  return (
    <>
      <p>{kind === null ? text(reasonMessages.asked) : text(becauseOf[about], { kind })}</p>
      <ul>
        {because.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {rule !== null && <p className={styles.rule}>{text(reasonMessages.rule, { rule })}</p>}
    </>
  );
}
