/** Reports what people cannot tell apart: states, steps, questions and lists that they meet together under one title. */
import { knownState, possible } from '../../../portal/conditions/possible.ts';
import { levelOf, propertiesOf, schemaAt } from '../../../portal/forms/form-levels.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Form, JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Transition, Workflow } from '../../../portal/model/workflow.ts';
import { visitorOf } from '../../../portal/routing/visitors.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { pointerTo } from '../../../portal/values/pointer.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { baseName, kindId } from '../../link/input/files.ts';
import { whensOf } from '../../logic/unfolded.ts';
import { knownForVisitor } from '../../logic/visitor-facts.ts';
import type { ParsedFile } from '../../source/source.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';
import { createProof, type ExclusionProof } from '../papers/applying.ts';

export function checkSameTitles(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const workflow of Object.values(context.portal.workflows)) {
    tellStates(workflow, context, findings);
    tellSteps(workflow, context, findings);
  }
  tellQuestions(context, findings);
  tellLists(context, findings);
  return findings.all();
}

interface TitledPart {
  readonly title: string;
}

/** Each of them that has the title of an earlier one, with the earlier ones. */
function alikeIn<One extends TitledPart>(
  all: readonly One[],
): { readonly one: One; readonly earlier: One[] }[] {
  return [...Map.groupBy(all, ({ title }) => title).values()].flatMap((same) =>
    same.slice(1).map((one, index) => ({ one, earlier: same.slice(0, index + 1) })),
  );
}

function tellStates(workflow: Workflow, context: CheckContext, findings: DiagnosticSet): void {
  const file = { kind: 'workflow', name: workflow.name } as const;
  for (const { one, earlier } of alikeIn(Object.values(workflow.states))) {
    const [{ key } = one] = earlier;
    const place = spanIn(context, file, 'states', one.key);
    findings.add('text/same-title', place, { what: 'states', title: one.title, names: [key, one.key] });
  }
}

/** Steps that one person may be offered with the same record. */
function tellSteps(workflow: Workflow, { portal }: CheckContext, findings: DiagnosticSet): void {
  const isNever = createProof();
  for (const { one, earlier } of alikeIn(Object.values(workflow.transitions))) {
    const other = earlier.find((step) => areOffered([step, one], { portal, workflow, isNever }));
    if (other === undefined) continue;
    const names = [other.name, one.name] as const;
    findings.add('text/same-title', one.place, { what: 'steps', title: one.title, names });
  }
}

interface OfferedSteps {
  readonly portal: Portal;
  readonly workflow: Workflow;
  readonly isNever: ExclusionProof;
}

function areOffered(
  steps: readonly [Transition, Transition],
  { portal, workflow, isNever }: OfferedSteps,
): boolean {
  const rules = steps.flatMap(({ by }) => by ?? []);
  const type = portal.recordTypes[workflow.of];
  const needed = steps.flatMap(({ needs }) => needs.map(({ condition }) => condition));
  if (type === undefined || rules.length < steps.length || isNever([...rules, ...needed])) return false;
  const [first, second] = steps;
  const states = first.from.filter((state) => second.from.includes(state));
  return Object.keys(portal.departments).some((department) => {
    const visitor = visitorOf(portal, department);
    const known = visitor && knownForVisitor({ portal, visitor, type });
    return (
      known !== null &&
      states.some((state) => rules.every((rule) => possible(rule, knownState(state, known)).true))
    );
  });
}

interface TitledQuestion extends TitledPart {
  readonly keys: readonly string[];
}

/** The questions of each level of a form that share their title with an earlier one. */
const alikeQuestions = onceForEach(({ schema }: Form) => alikeBelow(schema, []));

function alikeBelow(schema: JsonSchema, keys: readonly string[]): ReturnType<typeof alikeIn<TitledQuestion>> {
  const questions = Object.entries(propertiesOf(levelOf(schema)));
  const titled = questions.flatMap(([name, { title }]) =>
    typeof title === 'string' && title !== '' ? [{ title, keys: [...keys, name] }] : [],
  );
  return [
    ...alikeIn(titled),
    ...questions.flatMap(([name, question]) => alikeBelow(question, [...keys, name])),
  ];
}

/** Questions of one section that one person may be asked together. */
function tellQuestions(context: CheckContext, findings: DiagnosticSet): void {
  const isNever = createProof();
  for (const { file, form, type } of formsWithFiles(context)) {
    for (const { one, earlier } of alikeQuestions(form)) {
      const when = ({ keys }: TitledQuestion): Condition[] => [
        ...whensOf(form, keys.join('.'), { portal: context.portal, type, form }),
        // Both are asked in the same row.
        ...ownWhens(form, keys.join('.')),
      ];
      const other = earlier.find(
        (question) => areBeside(form, [question, one]) && !isNever([...when(question), ...when(one)]),
      );
      if (other === undefined) continue;
      const names = [other, one].map(({ keys }) => keys.at(-1) ?? '');
      findings.add('text/same-title', placeOf(file, form, one), {
        what: 'questions',
        title: one.title,
        names,
      });
    }
  }
}

function ownWhens({ conditions, factual }: Form, path: string): Condition[] {
  return [...conditions, ...factual].flatMap(({ property, when }) => (property === path ? [when] : []));
}

/** Sections are shown one at a time, under titles of their own. */
function areBeside({ steps }: Form, questions: readonly TitledQuestion[]): boolean {
  const [first, second] = questions.map(({ keys: [key = ''] }) =>
    steps.findIndex(({ properties }) => properties.includes(key)),
  );
  return first === second;
}

interface FormWithFile {
  readonly file: ParsedFile;
  readonly form: Form;
  /** The type of its records; null: several have it, or none. */
  readonly type: string | null;
}

/** The forms that files have for themselves: of forms/ and of requirement kinds. */
function formsWithFiles({ portal, files }: CheckContext): FormWithFile[] {
  return files.flatMap((file) => {
    const hash =
      file.kind === 'form'
        ? portal.namedForms[baseName(file)]
        : file.kind === 'requirement-kind'
          ? portal.kinds[kindId(file)]?.form
          : null;
    const form = portal.forms[hash ?? ''];
    if (form === undefined) return [];
    const types = Object.values(portal.recordTypes).filter((type) => type.form === form.hash);
    return [{ file, form, type: types.length === 1 ? (types[0]?.type ?? null) : null }];
  });
}

function placeOf(file: ParsedFile, form: Form, { keys }: TitledQuestion) {
  const path = keys.flatMap((key, at) => {
    const isList = schemaAt(form.schema, keys.slice(0, at))?.['type'] === 'array';
    return [...(isList ? ['items'] : []), 'properties', key];
  });
  return file.positions(pointerTo(...(file.kind === 'form' ? [] : ['form']), ...path, 'title'));
}

function tellLists({ portal }: CheckContext, findings: DiagnosticSet): void {
  for (const { of, place } of portal.routes) {
    const lists = of.flatMap(({ type, list }) => portal.recordTypes[type]?.lists[list ?? ''] ?? []);
    for (const { one, earlier } of alikeIn(lists)) {
      const names = [...earlier.slice(0, 1), one].map(({ name }) => name);
      findings.add('text/same-title', place, { what: 'lists', title: one.title, names });
    }
  }
}
