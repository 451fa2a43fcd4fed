/** Workflows: the states of a record type, and the transitions that people take or the engine fires. */
import type { Need, State, Transition, Workflow } from '../../portal/workflow.ts';
import { linkCondition } from './condition.ts';
import type { ConditionPlace } from './condition-place.ts';
import {
  child,
  entries,
  isMapping,
  isSaid,
  items,
  oneOrMore,
  placeOf,
  text,
  texts,
  truth,
  type Cursor,
} from './cursor.ts';
import { linkEffect } from './effects.ts';
import { baseName } from './files.ts';
import { linkNamedForm } from './forms.ts';
import { report, reportUnknown, type Linking } from './linking.ts';

/** @returns workflows by record type; the first of a type keeps it */
export function linkWorkflows(roots: readonly Cursor[], linking: Linking): Record<string, Workflow> {
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

function linkWorkflow(of: string, root: Cursor, linking: Linking): Workflow {
  const states = entries(child(root, 'states'));
  const names = states.map(([key]) => key);
  const initial = child(root, 'initial');
  checkState(initial, names, linking);
  return {
    name: baseName(root.file),
    of,
    initial: text(initial) ?? '',
    states: Object.fromEntries(states.map(([key, at]) => [key, linkState(key, at, { of, linking })])),
    clocks: {},
    transitions: Object.fromEntries(
      entries(child(root, 'transitions')).map(([name, at]) => [
        name,
        linkTransition({ name, at, of, names }, linking),
      ]),
    ),
  };
}

function checkState(at: Cursor, states: readonly string[], linking: Linking): void {
  const name = text(at);
  if (name === null || states.includes(name)) return;
  reportUnknown(linking, 'workflow/unknown-state', at, { name, choices: states });
}

const tones = ['neutral', 'info', 'good', 'bad', 'warning'] as const;

function linkState(
  key: string,
  at: Cursor,
  { of, linking }: { readonly of: string; readonly linking: Linking },
): State {
  const said = child(at, 'tone').value;
  return {
    key,
    title: text(child(at, 'title')) ?? spoken(key),
    tone: tones.find((tone) => tone === said) ?? 'neutral',
    waitsFor: linkWaitsFor(child(at, 'waitsFor'), of, linking),
    isSettled: truth(child(at, 'settled')),
    isFinal: truth(child(at, 'final')),
  };
}

/** A party's role, `office`, `children`, or a department. */
function linkWaitsFor(at: Cursor, of: string, linking: Linking): string | null {
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

interface Written {
  readonly name: string;
  readonly at: Cursor;
  readonly of: string;
  /** The workflow's states. */
  readonly names: readonly string[];
}

function linkTransition({ name, at, of, names }: Written, linking: Linking): Transition {
  for (const state of [...oneOrMore(child(at, 'from')), child(at, 'to')]) {
    checkState(state, names, linking);
  }
  const by = child(at, 'by');
  const trigger = child(at, 'trigger');
  const input = child(at, 'input');
  return {
    name,
    title: text(child(at, 'title')) ?? spoken(name),
    from: texts(child(at, 'from')),
    to: text(child(at, 'to')) ?? '',
    by: isSaid(by) ? linkCondition(by, linking, { where: 'access', type: of }) : null,
    trigger: isSaid(trigger)
      ? linkCondition(trigger, linking, { where: 'trigger', type: of })
      : null,
    needs: oneOrMore(child(at, 'needs')).map((need) => linkNeed(need, of, linking)),
    input: isMapping(input.value) ? null : linkNamedForm(input, of, linking),
    saves: truth(child(at, 'saves')),
    toCases: [],
    pick: null,
    books: text(child(at, 'books')),
    keeps: truth(child(at, 'keeps')),
    bulk: truth(child(at, 'bulk')),
    extends: null,
    // oxlint-disable-next-line unicorn/no-thenable -- the grammar's word, and a list is no promise
    then: items(child(at, 'then')).map((effect) => linkEffect(effect, of, linking)),
    place: placeOf(at),
  };
}

/** `send-back` is read as "Send back". */
function spoken(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function linkNeed(at: Cursor, of: string, linking: Linking): Need {
  const place: ConditionPlace = { where: 'needs', type: of };
  const condition = linkCondition(at, linking, place, ['message']);
  return { condition, message: text(child(at, 'message')) ?? usualMessage(at) };
}

function usualMessage(at: Cursor): string {
  if (isSaid(child(at, 'form'))) return 'Fill in what the form asks for.';
  const { value } = child(at, 'checklist');
  if (value === 'filed') return 'Add every paper that the checklist asks for.';
  if (value === 'passed') return 'Accept or waive every item of the checklist first.';
  if (value === 'returned') return 'Return at least one item, with a remark.';
  return 'Something that this step needs is not there yet.';
}
