/** Workflows: the states of a record type, its clocks, and the transitions that people take or the engine fires. */
import type { State, Workflow } from '../../../portal/model/workflow.ts';
import { extensionsOf, linkClocks } from './clocks.ts';
import { child, entries, isSaid, oneOrMore, rootOf, text, truth, type Cursor } from '../reading/cursor.ts';
import { baseName } from '../reading/files.ts';
import { report, reportUnknown, type LinkContext } from '../reading/link-context.ts';
import { spoken } from '../reading/spoken.ts';
import { linkTransition } from './transitions.ts';

/** @returns workflows by record type; the first of a type keeps it */
export function linkWorkflows(roots: readonly Cursor[], linking: LinkContext): Record<string, Workflow> {
  const workflows: Record<string, Workflow> = {};
  for (const root of roots) {
    const of = text(child(root, 'of')) ?? '';
    if (!linking.names.records.has(of)) {
      const choices = linking.names.records.keys();
      reportUnknown(linking, 'record/unknown-type', child(root, 'of'), { name: of, choices });
    }
    if (Object.hasOwn(workflows, of)) {
      report(linking, 'workflow/duplicate', child(root, 'of'), { name: of });
    } else workflows[of] = linkWorkflow(of, root, linking);
  }
  return workflows;
}

function linkWorkflow(of: string, root: Cursor, linking: LinkContext): Workflow {
  const states = entries(child(root, 'states'));
  const names = states.map(([key]) => key);
  const initial = child(root, 'initial');
  const checkState = (at: Cursor) => checkStateIn(names, at, linking);
  checkState(initial);
  const workflow: Workflow = {
    name: baseName(root.file),
    of,
    initial: text(initial) ?? '',
    states: Object.fromEntries(states.map(([key, at]) => [key, linkState(key, at, { of, linking })])),
    clocks: linkClocks(child(root, 'clocks'), { of, checkState }, linking),
    transitions: Object.fromEntries(
      entries(child(root, 'transitions')).map(([name, at]) => [
        name,
        linkTransition({ name, at, of, checkState }, linking),
      ]),
    ),
  };
  const extensions = extensionsOf(workflow);
  for (const [name, at] of entries(child(root, 'transitions'))) {
    if (Object.hasOwn(extensions, name)) report(linking, 'workflow/taken-name', at, { name });
  }
  return { ...workflow, transitions: { ...workflow.transitions, ...extensions } };
}

function checkStateIn(states: readonly string[], at: Cursor, linking: LinkContext): void {
  const name = text(at);
  if (name === null || states.includes(name)) return;
  reportUnknown(linking, 'workflow/unknown-state', at, { name, choices: states });
}

const tones = ['neutral', 'info', 'good', 'bad', 'warning'] as const;

function linkState(
  key: string,
  at: Cursor,
  { of, linking }: { readonly of: string; readonly linking: LinkContext },
): State {
  const said = child(at, 'tone').value;
  return {
    key,
    title: text(child(at, 'title')) ?? spoken(key),
    tone: tones.find((tone) => tone === said) ?? 'neutral',
    waitsFor: linkWaitsFor(child(at, 'waitsFor'), of, linking),
    formerly: linkFormerly(child(at, 'formerly'), at, linking),
    isSettled: truth(child(at, 'settled')),
    isFinal: truth(child(at, 'final')),
  };
}

/** A key that is still a state cannot be a former one. */
function linkFormerly(at: Cursor, state: Cursor, linking: LinkContext): string[] {
  const workflow = rootOf(state.file);
  return oneOrMore(at).flatMap((one) => {
    const name = text(one) ?? '';
    if (!isSaid(child(child(workflow, 'states'), name))) return [name];
    report(linking, 'workflow/still-there', one, { name });
    return [];
  });
}

/** A party's role, `office`, `children`, or a department. */
function linkWaitsFor(at: Cursor, of: string, linking: LinkContext): string | null {
  const name = text(at);
  if (name === null) return null;
  const { departments, aliases, records } = linking.names;
  const record = records.get(of);
  const parties = record === undefined ? [] : entries(child(record, 'parties'));
  const roles = ['owner', 'office', 'children', ...parties.map(([role]) => role)];
  const choices = new Set([...roles, ...departments.keys(), ...aliases.keys()]);
  if (!choices.has(name)) {
    reportUnknown(linking, 'workflow/unknown-waits-for', at, { name, choices });
  }
  return aliases.get(name) ?? name;
}
