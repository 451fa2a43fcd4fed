/** The page of a workflow: its diagram, statuses, steps and time limits. */
import type { WorkflowModel } from '../../contract/workbench.ts';
import { workbenchMessages } from '../../locales/workbench.ts';
import { say, type Words } from '../../portal/language/say.ts';
import { diagram, heading, list, type MarkdownPage, pageOf, table } from './markdown.ts';

export function workflowPage(words: Words, workflow: WorkflowModel): MarkdownPage {
  const { type, title, file, states, steps, clocks } = workflow;
  const titles = new Map(states.map((state) => [state.key, state.title]));
  const named = (keys: readonly string[]) => keys.map((key) => titles.get(key) ?? key).join(', ');
  return pageOf(`workflows/${type}.md`, `${say(words, workbenchMessages.workflows)}: ${title}`, [
    diagram(titles, arrowsOf(workflow)),
    say(words, workbenchMessages.diagramHelp),
    heading(2, say(words, workbenchMessages.states)),
    table(
      [say(words, workbenchMessages.state), say(words, workbenchMessages.waitsFor), ''],
      states.map((state) => [
        state.title,
        state.who,
        [
          state.isInitial && say(words, workbenchMessages.stateInitial),
          state.isEnd && say(words, workbenchMessages.stateEnd),
        ]
          .filter((one) => one !== false)
          .join(', '),
      ]),
    ),
    heading(2, say(words, workbenchMessages.steps)),
    ...steps.flatMap((step) => [
      heading(3, step.title),
      list([
        `${named(step.from)} → ${step.to.length === 0 ? say(words, workbenchMessages.stays) : named(step.to)}`,
        step.who === null ? null : `${say(words, workbenchMessages.who)}: ${step.who}`,
        step.when === null ? null : say(words, workbenchMessages.automaticWhen, { condition: step.when }),
        ...step.needs.map((need) => `${say(words, workbenchMessages.needs)}: ${need}`),
        ...step.effects,
      ]),
    ]),
    clocks.length === 0 ? null : heading(2, say(words, workbenchMessages.clocks)),
    ...clocks.flatMap((clock) => [
      heading(3, clock.title),
      list([
        clock.within,
        clock.starts.length === 0
          ? null
          : say(words, workbenchMessages.timeStarts, { states: clock.starts.join(', ') }),
        clock.pauses.length === 0
          ? null
          : say(words, workbenchMessages.timePausesIn, { states: clock.pauses.join(', ') }),
        clock.stops.length === 0
          ? null
          : say(words, workbenchMessages.timeStops, { states: clock.stops.join(', ') }),
        clock.source,
      ]),
    ]),
    say(words, workbenchMessages.file, { file }),
  ]);
}

function arrowsOf({ steps }: WorkflowModel) {
  return steps.flatMap(({ title, from, to, isAutomatic }) =>
    from.flatMap((one) => to.map((other) => ({ from: one, to: other, label: title, isBroken: isAutomatic }))),
  );
}
