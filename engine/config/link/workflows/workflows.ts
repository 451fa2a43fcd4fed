/** Links workflows: the states of a record type, its clocks and its transitions. */
import { type State, tones, type Workflow } from '../../../portal/model/workflow.ts';
import { linkReminders } from './reminders.ts';
import { extensionsOf, linkClocks } from './clocks.ts';
import { child, entries, isPresent, oneOrMore, rootOf, text, truth, type Cursor } from '../input/cursor.ts';
import { baseName } from '../input/files.ts';
import { report, reportUnknown, type LinkContext, isKnown, countUse } from '../input/link-context.ts';
import { titleFromKey } from '../input/title-from-key.ts';
import { linkTransition } from './transitions.ts';

/** @returns workflows by record type; the first of a type applies */
export function linkWorkflows(roots: readonly Cursor[], context: LinkContext): Record<string, Workflow> {
  const workflows: Record<string, Workflow> = {};
  for (const root of roots) {
    const of = text(child(root, 'of')) ?? '';
    isKnown(context, 'record/unknown-type', child(root, 'of'), { name: of, choices: context.names.records });
    if (Object.hasOwn(workflows, of)) {
      report(context, 'workflow/duplicate', child(root, 'of'), { name: of });
    } else workflows[of] = linkWorkflow(of, root, context);
  }
  return workflows;
}

function linkWorkflow(of: string, root: Cursor, context: LinkContext): Workflow {
  const states = entries(child(root, 'states'));
  const names = states.map(([key]) => key);
  const initial = child(root, 'initial');
  const checkState = (at: Cursor) => checkStateIn({ states: names, of }, at, context);
  checkState(initial);
  const workflow: Workflow = {
    name: baseName(root.file),
    of,
    initial: text(initial) ?? '',
    states: Object.fromEntries(states.map(([key, at]) => [key, linkState(key, at, { of, context })])),
    clocks: linkClocks(child(root, 'clocks'), { of, checkState }, context),
    transitions: Object.fromEntries(
      entries(child(root, 'transitions')).map(([name, at]) => [
        name,
        linkTransition({ name, at, of, checkState }, context),
      ]),
    ),
    reminders: {},
  };
  const reminders = linkReminders(
    child(root, 'reminders'),
    { of, checkState, transitions: workflow.transitions },
    context,
  );
  const extensions = extensionsOf(workflow);
  for (const [name, at] of entries(child(root, 'transitions'))) {
    if (Object.hasOwn(extensions, name)) report(context, 'workflow/taken-name', at, { name });
  }
  return { ...workflow, reminders, transitions: { ...workflow.transitions, ...extensions } };
}

function checkStateIn(
  { states, of }: { readonly states: readonly string[]; readonly of: string },
  at: Cursor,
  context: LinkContext,
): void {
  const name = text(at);
  if (name !== null) isKnown(context, 'workflow/unknown-state', at, { name, choices: states, of });
}

function linkState(
  key: string,
  at: Cursor,
  { of, context }: { readonly of: string; readonly context: LinkContext },
): State {
  const said = child(at, 'tone').value;
  const title = text(child(at, 'title')) ?? titleFromKey(key);
  return {
    key,
    title,
    titleForRequesters: text(child(at, 'titleForRequesters')) ?? title,
    helpForRequesters: text(child(at, 'helpForRequesters')),
    tone: tones.find((tone) => tone === said) ?? 'neutral',
    waitsFor: linkWaitsFor(child(at, 'waitsFor'), of, context),
    formerly: linkFormerly(child(at, 'formerly'), at, context),
    isSettled: truth(child(at, 'settled')),
    isFinal: truth(child(at, 'final')),
  };
}

/** An existing state cannot be a former name. */
function linkFormerly(at: Cursor, state: Cursor, context: LinkContext): string[] {
  const workflow = rootOf(state.file);
  return oneOrMore(at).flatMap((one) => {
    const name = text(one) ?? '';
    if (!isPresent(child(child(workflow, 'states'), name))) return [name];
    report(context, 'workflow/still-there', one, { name });
    return [];
  });
}

/** A party's role, `office`, `children`, or a department. */
function linkWaitsFor(at: Cursor, of: string, context: LinkContext): string | null {
  const name = text(at);
  if (name === null) return null;
  const { departments, aliases, records } = context.names;
  const record = records.get(of);
  const parties = record === undefined ? [] : entries(child(record, 'parties'));
  const roles = ['owner', 'office', 'children', ...parties.map(([role]) => role)];
  const choices = new Set([...roles, ...departments.keys(), ...aliases.keys()]);
  if (!choices.has(name)) reportUnknown(context, 'workflow/unknown-waits-for', at, { name, choices });
  else if (roles.includes(name)) countUse(context, 'role', at, { name, of });
  else countUse(context, 'department', at, { name });
  return aliases.get(name) ?? name;
}
