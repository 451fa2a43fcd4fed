/** The start screen: a few questions, and what somebody needs who files such a record. The answers are in the address. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useSearchParams } from 'react-router-dom';
import type { WireNeeds } from '../../../contract/start-pages.ts';
import { startMessages } from '../../../locales/start.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { Fallback } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import { BeginButtons } from './begin-buttons.tsx';
import { NeededFees } from './needed-fees.tsx';
import { NeededOffices, NeededSteps } from './needed-steps.tsx';
import { NeededPapers } from './needed-papers.tsx';
import { Questions } from './questions.tsx';
import { Summary } from './summary.tsx';
import styles from './start.module.css';

export function StartScreen({ route }: ScreenProps) {
  const [search, setSearch] = useSearchParams();
  const params = { page: route.name };
  const page = useRead('GET /start-pages/:page', { params }, { isOpen: true });
  const answers = search.toString();
  const needs = useRead(
    'GET /start-pages/:page/needs',
    { params, query: { answers } },
    { isOpen: true, keepPreviousData: true },
  );
  const failed = page.error ?? needs.error;
  return (
    <div data-wide>
      <PageHead title={route.title} below={text(startMessages.intro)} />
      {page.data === undefined || needs.data === undefined ? (
        <Fallback error={failed} retry={() => Promise.all([page.mutate(), needs.mutate()])} />
      ) : (
        <div className={styles.page}>
          <Questions
            questions={page.data.questions.filter(({ name }) => needs.data?.asked.includes(name))}
            search={search}
            onChange={(next) => setSearch(next, { preventScrollReset: true })}
          />
          <div className={styles.needs} aria-busy={needs.isValidating}>
            <Needs needs={needs.data} page={route.name} answers={answers} />
            <BeginButtons page={page.data} answers={needs.data.answers} />
          </div>
        </div>
      )}
    </div>
  );
}

interface NeedsProps {
  readonly needs: WireNeeds;
  readonly page: string;
  readonly answers: string;
}

function Needs({ needs, ...asked }: NeedsProps) {
  return (
    <>
      <Summary needs={needs} />
      {needs.offices.length > 0 && <NeededOffices offices={needs.offices} />}
      <NeededPapers papers={needs.papers} {...asked} />
      {needs.fees.map((fees) => (
        <NeededFees key={fees.title} fees={fees} />
      ))}
      <NeededSteps steps={needs.steps} times={needs.times} />
      {needs.atHand.length > 0 && (
        <section className={styles.part}>
          <h2>{text(startMessages.atHand)}</h2>
          <ul className={styles.columns}>
            {needs.atHand.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </section>
      )}
      <p className={styles.tools}>
        <Button variant="default" onClick={() => window.print()}>
          {text(startMessages.print)}
        </Button>
        <span className={styles.quiet}>{text(startMessages.answersKept)}</span>
      </p>
    </>
  );
}
