/** The sections of a form, and the sums that must match. */
import type { FormStep, Verification } from '../../../portal/model/form.ts';
import { child, isMapping, isPresent, items, text, texts, oneOrMore, type Cursor } from '../input/cursor.ts';
import { report, type LinkContext } from '../input/link-context.ts';
import { amountsOfQuestions } from '../conditions/joined-amounts.ts';
import { named } from '../names/properties.ts';
import { countQuestion } from '../names/question-uses.ts';

/** A form without steps gets one step with all questions. A question without a step goes into the last one. */
export function compileSteps(
  root: Cursor,
  form: { readonly title: string; readonly names: readonly string[] },
  context: LinkContext,
): FormStep[] {
  const said = items(child(root, 'steps'));
  if (said.length === 0) return [{ id: 'all', title: form.title, description: null, properties: form.names }];
  const taken = new Set<string>();
  const steps = said.map((at, index) =>
    compileStep(at, index, { taken, names: form.names, questions: child(root, 'properties'), context }),
  );
  const rest = form.names.filter((name) => !taken.has(name));
  const last = steps.at(-1);
  if (last === undefined || rest.length === 0) return steps;
  for (const name of rest) {
    const at = child(child(root, 'properties'), name);
    report(context, 'form/not-in-a-step', isPresent(at) ? at : root, { name, step: last.title });
  }
  return [...steps.slice(0, -1), { ...last, properties: [...last.properties, ...rest] }];
}

function compileStep(
  at: Cursor,
  index: number,
  {
    taken,
    names,
    questions,
    context,
  }: {
    readonly taken: Set<string>;
    readonly names: readonly string[];
    readonly questions: Cursor;
    readonly context: LinkContext;
  },
): FormStep {
  const properties = oneOrMore(child(at, 'properties')).flatMap((one) => {
    const name = text(one) ?? '';
    if (!names.includes(name)) {
      report(context, 'form/unknown-property', one, { name, choices: names });
      return [];
    }
    if (taken.has(name)) {
      report(context, 'form/in-two-steps', one, { name });
      return [];
    }
    taken.add(name);
    countQuestion(context, one, name, [child(questions, name)]);
    return [name];
  });
  return {
    id: text(child(at, 'id')) ?? String(index + 1),
    title: text(child(at, 'title')) ?? String(index + 1),
    description: text(child(at, 'description')),
    properties,
  };
}

export function compileSums(root: Cursor, names: readonly string[], context: LinkContext): Verification[] {
  return items(child(root, 'verify')).map((at) => {
    const most = child(at, 'atMost');
    const isAtMost = isPresent(most);
    const is = isAtMost ? most : child(at, 'is');
    const field = isMapping(is.value) ? child(is, 'field') : is;
    for (const one of [child(at, 'field'), ...oneOrMore(child(at, 'plus')), field]) {
      const name = text(one) ?? '';
      const isNamed = typeof one.value === 'number' || names.includes(name);
      if (isNamed) countQuestion(context, one, name, [child(child(root, 'properties'), name)]);
      else report(context, 'form/unknown-property', one, { name, choices: names });
    }
    const read = [child(at, 'field'), ...oneOrMore(child(at, 'plus')), field];
    const questions = read.flatMap((one) => named([child(root, 'properties')], text(one) ?? ''));
    const parts = amountsOfQuestions(questions, context);
    if (parts.length > 1) context.amounts.push({ at, parts });
    return {
      field: text(child(at, 'field')) ?? '',
      plus: texts(child(at, 'plus')),
      is: typeof field.value === 'number' ? field.value : (text(field) ?? ''),
      isAtMost,
      message: text(child(at, 'message')) ?? '',
    };
  });
}

/** Property → its step, for steps with a `when` or `filledBy` for all their questions. */
export function sectionsOf(root: Cursor): Map<string, Cursor> {
  const sections = new Map<string, Cursor>();
  for (const step of items(child(root, 'steps'))) {
    if (!isPresent(child(step, 'when')) && !isPresent(child(step, 'filledBy'))) continue;
    for (const name of texts(child(step, 'properties'))) sections.set(name, step);
  }
  return sections;
}
