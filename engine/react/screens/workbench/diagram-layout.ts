/** Places the states and steps of a workflow on a plane. The layout engine is large: only the diagram loads this file. */
import elk, { type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { WorkflowModel } from '../../../contract/workbench.ts';
import { currentLanguage } from '../../language/text.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DrawnState extends Box {
  readonly key: string;
  readonly lines: readonly string[];
}

export interface DrawnStep {
  readonly key: string;
  /** Corners of the line. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly labels: readonly (Box & { readonly text: string })[];
  readonly isAutomatic: boolean;
}

export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly states: readonly DrawnState[];
  readonly steps: readonly DrawnStep[];
}

const stateLetter = 7.6;
const labelLetter = 6.4;
const lineHeight = 18;
const labelHeight = 16;

/** Steps that stay in their state are left out: the list has them. */
export async function layOut({ states, steps }: WorkflowModel): Promise<Diagram> {
  const arrows = arrowsOf(steps);
  const graph: ElkNode = {
    id: 'workflow',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.edgeRouting': 'ORTHOGONAL',
      // States are declared in their usual order: steps back are drawn upward.
      'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
      'elk.layered.spacing.nodeNodeBetweenLayers': '36',
      'elk.spacing.nodeNode': '28',
      'elk.spacing.edgeLabel': '4',
      'elk.padding': '[top=16,left=16,bottom=16,right=16]',
    },
    children: states.map(({ key, title }) => {
      const lines = wrapped(title);
      return {
        id: key,
        width: Math.max(...lines.map(({ length }) => length)) * stateLetter + 28,
        height: lines.length * lineHeight + 18,
      };
    }),
    edges: arrows.map(({ key, from, to, titles }) => ({
      id: key,
      sources: [from],
      targets: [to],
      labels: titles.map((title) => ({
        text: title,
        width: title.length * labelLetter + 8,
        height: labelHeight,
      })),
    })),
  };
  const placed = await new elk.default().layout(graph);
  return {
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    states: states.map(({ key, title }) => ({
      key,
      lines: wrapped(title),
      ...boxOf(placed.children?.find(({ id }) => id === key)),
    })),
    steps: arrows.map(({ key, isAutomatic }) => {
      const edge = placed.edges?.find(({ id }) => id === key);
      const [section] = edge?.sections ?? [];
      return {
        key,
        isAutomatic,
        points:
          section === undefined ? [] : [section.startPoint, ...(section.bendPoints ?? []), section.endPoint],
        labels: (edge?.labels ?? []).map((label) => ({ text: label.text ?? '', ...boxOf(label) })),
      };
    }),
  };
}

interface WorkflowArrow {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly titles: readonly string[];
  /** The portal takes all of its steps by itself. */
  readonly isAutomatic: boolean;
}

/** One arrow for all steps between two states. */
function arrowsOf(steps: WorkflowModel['steps']): WorkflowArrow[] {
  const pairs = steps.flatMap((step) =>
    step.from.flatMap((from) => step.to.filter((to) => to !== from).map((to) => ({ from, to, step }))),
  );
  const grouped = Map.groupBy(pairs, ({ from, to }) => `${from} ${to}`);
  return Array.from(grouped, ([key, some]) => ({
    key,
    from: some[0]?.from ?? '',
    to: some[0]?.to ?? '',
    titles: [...new Set(some.map(({ step }) => step.title))],
    isAutomatic: some.every(({ step }) => step.isAutomatic),
  }));
}

function boxOf(shape: Partial<Box> | undefined): Box {
  const { x = 0, y = 0, width = 0, height = 0 } = shape ?? {};
  return { x, y, width, height };
}

const longestLine = 22;

function wrapped(title: string): string[] {
  const parts = new Intl.Segmenter(currentLanguage(), { granularity: 'word' }).segment(title);
  const lines = [''];
  for (const { segment } of parts) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && segment !== ' ' && last.length + segment.length > longestLine) lines.push(segment);
    else lines[lines.length - 1] = `${last}${segment}`;
  }
  return lines;
}
