/** “Why is this asked?”: the rules that hold, with the answers that decide them. Read when somebody opens it. */
import { useState } from 'react';
import type { WireReason } from '../../contract/reasons.ts';
import { reasonMessages } from '../../locales/reasons.ts';
import type { CallInput } from '../api/call.ts';
import { useRead } from '../data/hooks.ts';
import { text } from '../language/text.ts';
import { Fallback } from '../page/feedback.tsx';
import styles from './why-asked.module.css';

type WhyEndpoint = 'GET /records/:type/:slug/items/:item/why' | 'GET /start-pages/:page/papers/:paper/why';

interface WhyAskedProps<K extends WhyEndpoint> {
  /** Of the paper, for those who do not see it beside. */
  readonly title: string;
  readonly endpoint: K;
  readonly input: CallInput<K>;
}

export function WhyAsked<K extends WhyEndpoint>({ title, endpoint, input }: WhyAskedProps<K>) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, mutate } = useRead(endpoint, isOpen ? input : null, {
    isOpen: true,
    keepPreviousData: true,
  });
  return (
    <details
      className={styles.why}
      onToggle={(event) => {
        // Items of a checklist open and close around it.
        if (event.target === event.currentTarget) setIsOpen(event.currentTarget.open);
      }}
    >
      <summary>
        {text(reasonMessages.why)}
        <span data-spoken>: {title}</span>
      </summary>
      {isOpen &&
        (data === undefined ? (
          <Fallback error={error} retry={mutate} shape="rows" />
        ) : (
          (data as { readonly reasons: readonly WireReason[] }).reasons.map((reason) => (
            <Reason key={`${reason.about} ${reason.kind ?? ''}`} reason={reason} />
          ))
        ))}
    </details>
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
