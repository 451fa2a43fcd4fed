/** A workflow as a diagram, and the same as lists: statuses, steps and time limits. */
import type { MessageTemplate } from '../../../locales/catalogue.ts';
import type { WorkflowModel } from '../../../contract/workbench.ts';
import { workbenchMessages } from '../../../locales/workbench.ts';
import { useRead } from '../../data/hooks.ts';
import { useBasisWords } from '../../facts/basis-hint.tsx';
import { Tag } from '../../facts/state-tag.tsx';
import { text } from '../../language/text.ts';
import { sayParts } from '../../page/dates.ts';
import { Fallback } from '../../page/feedback.tsx';
import { Lines, OfType, Table } from './pieces.tsx';
import { WorkflowDiagram } from './workflow-diagram.tsx';
import styles from './workbench.module.css';

export function WorkflowsPart() {
  return <OfType>{(type) => <Workflow key={type} type={type} />}</OfType>;
}

function Workflow({ type }: { readonly type: string }) {
  const { data, error, mutate } = useRead('GET /workbench/workflows/:recordType', {
    params: { recordType: type },
  });
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  return (
    <>
      <WorkflowDiagram workflow={data} />
      <States workflow={data} />
      <Steps workflow={data} />
      <Clocks workflow={data} />
      <p className={styles.note}>{text(workbenchMessages.file, { file: data.file })}</p>
    </>
  );
}

interface WorkflowProps {
  readonly workflow: WorkflowModel;
}

function States({ workflow: { states } }: WorkflowProps) {
  return (
    <section className={styles.block}>
      <h2>{text(workbenchMessages.states)}</h2>
      <Table
        label={text(workbenchMessages.states)}
        head={[text(workbenchMessages.state), text(workbenchMessages.waitsFor)]}
      >
        {states.map(({ key, title, tone, who, isInitial, isEnd }) => (
          <tr key={key}>
            <th scope="row">
              <Tag tone={tone}>{title}</Tag>{' '}
              <span className={styles.quiet}>
                {sayParts([
                  ...(isInitial ? [text(workbenchMessages.stateInitial)] : []),
                  ...(isEnd ? [text(workbenchMessages.stateEnd)] : []),
                ])}
              </span>
            </th>
            <td>{who}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Steps({ workflow: { steps, states } }: WorkflowProps) {
  const titles = (keys: readonly string[]) =>
    sayParts(keys.map((key) => states.find((state) => state.key === key)?.title ?? key));
  return (
    <section className={styles.block}>
      <h2>{text(workbenchMessages.steps)}</h2>
      {steps.map((step) => (
        <details key={step.key} className={styles.details}>
          <summary>
            {step.title}{' '}
            <span className={styles.quiet}>
              {titles(step.from)} → {step.to.length === 0 ? text(workbenchMessages.stays) : titles(step.to)}
            </span>
          </summary>
          <Lines
            lines={[
              step.who === null ? null : `${text(workbenchMessages.who)}: ${step.who}`,
              step.when === null ? null : text(workbenchMessages.automaticWhen, { condition: step.when }),
              ...step.needs.map((need) => `${text(workbenchMessages.needs)}: ${need}`),
              ...step.effects,
            ]}
          />
        </details>
      ))}
    </section>
  );
}

function Clocks({ workflow: { clocks } }: WorkflowProps) {
  const sayBasis = useBasisWords();
  if (clocks.length === 0) return null;
  return (
    <section className={styles.block}>
      <h2>{text(workbenchMessages.clocks)}</h2>
      {clocks.map((clock) => (
        <div key={clock.key}>
          <h3>{clock.title}</h3>
          <Lines
            lines={[
              clock.within,
              sayIn(workbenchMessages.timeStarts, clock.starts),
              sayIn(workbenchMessages.timePausesIn, clock.pauses),
              sayIn(workbenchMessages.timeStops, clock.stops),
              sayBasis(clock),
            ]}
          />
        </div>
      ))}
    </section>
  );
}

type InStates = MessageTemplate<`${string}: {states}`>;

function sayIn(template: InStates, states: readonly string[]): string | null {
  return states.length === 0 ? null : text(template, { states: sayParts(states) });
}
