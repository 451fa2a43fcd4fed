/** The papers, each once, by where people get them. */
import { Link } from 'react-router-dom';
import type { WireNeededPaper } from '../../../contract/start-pages.ts';
import { startMessages } from '../../../locales/start.ts';
import { useRead } from '../../data/hooks.ts';
import { Reasons, WhyAsked } from '../../facts/why-asked.tsx';
import { text } from '../../language/text.ts';
import { sayParts } from '../../page/dates.ts';
import { useSlice } from '../../session/portal-context.ts';
import { startPathOf } from '../../router/places.ts';
import { DependsOn } from './depends-on.tsx';
import styles from './start.module.css';

const sources = [
  { source: 'before', title: startMessages.papersBefore },
  { source: 'self', title: startMessages.papersSelf },
  { source: 'office', title: startMessages.papersOffice },
  { source: 'others', title: startMessages.papersOthers },
  { source: 'application', title: startMessages.papersApplication },
  { source: 'visits', title: startMessages.papersVisits },
] as const;

/** Decides whether people have to get and send it. */
export function isToBring({ source }: WireNeededPaper): boolean {
  return source !== 'application' && source !== 'visits';
}

interface NeededPapersProps extends AnsweredStartPage {
  readonly papers: readonly WireNeededPaper[];
}

/** Of which start page, and with which answers. */
interface AnsweredStartPage {
  readonly page: string;
  readonly answers: string;
}

export function NeededPapers({ papers, ...asked }: NeededPapersProps) {
  const maybe = papers.filter((paper) => paper.need === 'maybe' && isToBring(paper));
  const others = papers.filter((paper) => !maybe.includes(paper));
  return (
    <section className={styles.part}>
      <h2>{text(startMessages.papers)}</h2>
      {sources.map(({ source, title }) => (
        <Group
          key={source}
          title={text(title)}
          help={source === 'application' ? text(startMessages.papersApplicationHelp) : null}
          papers={others.filter((paper) => paper.source === source)}
          {...asked}
        />
      ))}
      {maybe.length > 0 && (
        <details className={styles.maybe}>
          <summary>
            {text(startMessages.maybePapers)} ({maybe.length})
          </summary>
          <PaperList papers={maybe} {...asked} />
        </details>
      )}
    </section>
  );
}

interface PaperGroupProps extends AnsweredStartPage {
  readonly title: string;
  readonly help: string | null;
  readonly papers: readonly WireNeededPaper[];
}

function Group({ title, help, papers, ...asked }: PaperGroupProps) {
  if (papers.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      {help !== null && <p className={styles.quiet}>{help}</p>}
      <PaperList papers={papers} {...asked} />
    </>
  );
}

function PaperList({ papers, ...asked }: NeededPapersProps) {
  return (
    <ul className={styles.papers}>
      {papers.map((paper) => (
        <Paper key={paper.id} paper={paper} {...asked} />
      ))}
    </ul>
  );
}

function Paper({ paper, page: start, answers }: AnsweredStartPage & { readonly paper: WireNeededPaper }) {
  const { id, title, help, source, by, need, isRepeated, dependsOn, issuedWith } = paper;
  const page = startPathOf(useSlice(), issuedWith);
  const notes = [
    need === 'optional' && text(startMessages.optional),
    isRepeated && text(startMessages.oneForEach),
  ].filter((note) => note !== false);
  const howToGet = isToBring(paper) && help !== null && <HowToGet title={title} help={help} />;
  return (
    <li>
      {isToBring(paper) && <span className={styles.box} aria-hidden="true" />}
      <div>
        {page === null ? title : <Link to={page}>{title}</Link>}
        {notes.length > 0 && <span className={styles.note}> ({sayParts(notes)})</span>}
        <DependsOn questions={dependsOn} />
        {by === null ? (
          howToGet
        ) : (
          <div className={styles.quiet}>
            {text(startMessages.fromGiver, { giver: by })}
            {howToGet}
          </div>
        )}
        {source === 'visits' && help !== null && <p className={styles.quiet}>{help}</p>}
        {need !== 'maybe' && (
          <WhyAsked title={title}>
            <PaperReasons page={start} paper={id} answers={answers} />
          </WhyAsked>
        )}
      </div>
    </li>
  );
}

interface PaperReasonsProps extends AnsweredStartPage {
  /** Id. */
  readonly paper: string;
}

function PaperReasons({ page, paper, answers }: PaperReasonsProps) {
  const answer = useRead(
    'GET /start-pages/:page/papers/:paper/why',
    { params: { page, paper }, query: { answers } },
    { isOpen: true, keepPreviousData: true },
  );
  return <Reasons answer={answer} />;
}

interface HowToGetProps {
  readonly title: string;
  readonly help: string;
}

/** In the line of its paper, until somebody opens it. */
function HowToGet({ title, help }: HowToGetProps) {
  return (
    <>
      {' '}
      <details className={styles.help}>
        <summary>
          {text(startMessages.getHelp)}
          <span data-spoken>: {title}</span>
        </summary>
        <p>{help}</p>
      </details>
    </>
  );
}
