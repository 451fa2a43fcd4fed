/** Draws a workflow. It scrolls like any wide part of a page, and three buttons change its size. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { WorkflowModel } from '../../../contract/workbench.ts';
import { workbenchMessages } from '../../../locales/workbench.ts';
import { text } from '../../language/text.ts';
import { Placeholder } from '../../page/feedback.tsx';
import type { Diagram, DrawnState, DrawnStep } from './diagram-layout.ts';
import { Frame } from './pieces.tsx';
import styles from './workbench.module.css';

/** Null: it is being laid out. Without it, the lists below the diagram still say everything. */
function useLayout(workflow: WorkflowModel): Diagram | 'failed' | null {
  const [diagram, setDiagram] = useState<Diagram | 'failed' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const lay = async () => (await import('./diagram-layout.ts')).layOut(workflow);
    lay().then(
      (made) => isCurrent && setDiagram(made),
      () => isCurrent && setDiagram('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [workflow]);
  return diagram;
}

export function WorkflowDiagram({ workflow }: { readonly workflow: WorkflowModel }) {
  const diagram = useLayout(workflow);
  if (diagram === 'failed') return null;
  return diagram === null ? <Placeholder shape="rows" /> : <Drawing workflow={workflow} diagram={diagram} />;
}

interface DrawingProps {
  readonly workflow: WorkflowModel;
  readonly diagram: Diagram;
}

const zoomStep = 1.25;
/** Smaller letters cannot be read. It then begins at the initial status. */
const smallestAtFirst = 0.6;
const smallest = 0.25;
const largest = 3;

function Drawing({ workflow, diagram }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    const area = place.current?.querySelector('section');
    const first = workflow.states.findIndex(({ isInitial }) => isInitial);
    const initial = diagram.states[first];
    if (area == null || initial === undefined) return undefined;
    const wanted = Math.min(1, Math.max(smallestAtFirst, area.clientWidth / diagram.width));
    setScale(wanted);
    const left = (initial.x + initial.width / 2) * wanted - area.clientWidth / 2;
    const frame = requestAnimationFrame(() => area.scrollTo({ left }));
    return () => cancelAnimationFrame(frame);
  }, [diagram, workflow]);
  const zoom = (by: number) => setScale((now) => Math.min(largest, Math.max(smallest, now * by)));
  const fit = () => setScale(Math.min(1, (place.current?.clientWidth ?? diagram.width) / diagram.width));
  return (
    <div className={styles.diagram} ref={place}>
      <div className={styles.zoom}>
        <Button variant="default" size="compact-md" onClick={() => zoom(zoomStep)}>
          {text(workbenchMessages.zoomIn)}
        </Button>
        <Button variant="default" size="compact-md" onClick={() => zoom(1 / zoomStep)}>
          {text(workbenchMessages.zoomOut)}
        </Button>
        <Button variant="default" size="compact-md" onClick={fit}>
          {text(workbenchMessages.fit)}
        </Button>
      </div>
      <Frame label={text(workbenchMessages.diagram, { title: workflow.title })}>
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, not loaded
          role="img"
          aria-label={text(workbenchMessages.diagram, { title: workflow.title })}
          width={diagram.width * scale}
          height={diagram.height * scale}
          viewBox={`0 0 ${diagram.width} ${diagram.height}`}
        >
          <defs>
            <marker
              id="arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              orient="auto"
            >
              <path d="M0 0 8 4 0 8Z" className={styles.tip} />
            </marker>
          </defs>
          {diagram.steps.map((step) => (
            <Step key={step.key} step={step} />
          ))}
          {diagram.states.map((state) => (
            <State key={state.key} state={state} workflow={workflow} />
          ))}
          {diagram.steps.flatMap(({ key, labels }) =>
            labels.map((label) => (
              <text
                key={`${key} ${label.text}`}
                x={label.x + 4}
                y={label.y + 12}
                className={styles.stepLabel}
              >
                {label.text}
              </text>
            )),
          )}
        </svg>
      </Frame>
      <p className={styles.note}>{text(workbenchMessages.diagramHelp)}</p>
    </div>
  );
}

function Step({ step: { points, isAutomatic } }: { readonly step: DrawnStep }) {
  const line = points.map(({ x, y }) => `${x} ${y}`).join(' ');
  return (
    <polyline
      points={line}
      className={styles.arrow}
      data-automatic={isAutomatic || undefined}
      markerEnd="url(#arrow)"
    />
  );
}

const lineHeight = 18;

function State({ state, workflow }: { readonly state: DrawnState; readonly workflow: WorkflowModel }) {
  const { x, y, width, height, lines, key } = state;
  const known = workflow.states.find((one) => one.key === key);
  return (
    <g className={styles.state} data-tone={known?.tone} data-end={known?.isEnd || undefined}>
      <rect x={x} y={y} width={width} height={height} rx={6} />
      {lines.map((line, at) => (
        <text key={line} x={x + width / 2} y={y + 22 + at * lineHeight}>
          {line}
        </text>
      ))}
    </g>
  );
}
