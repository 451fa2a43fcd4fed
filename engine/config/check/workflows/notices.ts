/** Checks that notices show no field that their recipient may not read, and that their links lead to a transition. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { EffectDefinition, Recipients, Workflow } from '../../../portal/model/workflow.ts';
import type { Notice } from '../../../portal/model/notice.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { draftState } from '../../../portal/access/access.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import { referencesOf, referredValue } from '../../../portal/forms/references.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { parseTemplate } from '../../../portal/text/text-template.ts';
import { isOwnOffice, officesOf } from '../../../portal/workflow/record-offices.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, readMark, type CheckContext } from '../context/check-context.ts';
import { knownState, type KnownTruth, possible, testsOf } from '../../../portal/conditions/possible.ts';

export function checkNotices(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of Object.values(portal.workflows)) {
    for (const { effect, states } of sendingsOf(workflow)) {
      const about = effect.children?.type ?? workflow.of;
      const type = portal.recordTypes[about];
      const notice = portal.notices[effect.notice];
      if (type === undefined || notice === undefined) continue;
      checkLink({ portal, workflow: portal.workflows[about] ?? workflow, notice, findings });
      for (const reader of readersOf(portal, type, effect.to)) {
        checkReader({ context, type, notice, reader, states, findings });
      }
    }
  }
  return findings.all();
}

type Notify = Extract<EffectDefinition, { effect: 'notify' }>;

interface NoticeEffect {
  readonly effect: Notify;
  /** States in which the record may be when the notice is sent. */
  readonly states: readonly string[];
}

function sendingsOf({ transitions, clocks, reminders }: Workflow): NoticeEffect[] {
  return [
    ...Object.values(transitions).flatMap(({ then, from, to, toCases }) =>
      notify(then, to === '' ? from : [to, ...toCases.map((one) => one.to)]),
    ),
    ...Object.values(clocks).flatMap(({ warn, starts }) => notify(warn?.then ?? [], starts)),
    ...Object.values(reminders).map(({ notify: effect, states }) => ({ effect, states })),
  ];
}

function notify(then: readonly EffectDefinition[], states: readonly string[]): NoticeEffect[] {
  return then.flatMap((effect) =>
    effect.effect === 'notify' ? [{ effect, states: effect.children?.states ?? states }] : [],
  );
}

interface NoticeLinks {
  readonly portal: Portal;
  readonly workflow: Workflow;
  readonly notice: Notice;
  readonly findings: DiagnosticSet;
}

function checkLink({ portal, workflow, notice, findings }: NoticeLinks): void {
  if (!parseTemplate(notice.body).paths.includes('link')) return;
  const isStep = Object.values(workflow.transitions).some(
    ({ by }) => by !== null && testsOf(by).some(({ test }) => test === 'link'),
  );
  const isPage = portal.routes.some(({ screen }) => screen === 'link');
  if (isStep && isPage) return;
  findings.add('notice/no-link', notice.place, { name: notice.name, type: workflow.of });
}

/** A recipient, with what is known about their relation to the record. */
interface NoticeReader {
  readonly who: string;
  readonly role: string | null;
  readonly isOffice: boolean;
  /** Departments that the recipient may belong to; null means any. */
  readonly departments: readonly string[] | null;
}

function readersOf(portal: Portal, type: RecordType, to: Recipients): NoticeReader[] {
  const roles = to.parties.map((role): NoticeReader => {
    const party = type.parties[role]?.departments ?? [];
    const departments = party.length === 0 ? null : party;
    return { who: `the ${role}`, role, isOffice: false, departments };
  });
  const offices = [...officesOf(portal, type)];
  const office: NoticeReader = {
    who: 'the office',
    role: null,
    isOffice: true,
    departments: offices.length === 0 ? null : offices,
  };
  const departments = to.departments.map((key): NoticeReader => {
    const who = portal.departments[key]?.title ?? key;
    return { who, role: null, isOffice: false, departments: [key] };
  });
  return [...roles, ...(to.isOffice ? [office] : []), ...departments];
}

interface NoticeCheck {
  readonly context: CheckContext;
  readonly type: RecordType;
  readonly notice: Notice;
  readonly reader: NoticeReader;
  readonly states: readonly string[];
  readonly findings: DiagnosticSet;
}

function checkReader({ context, type, notice, reader, states, findings }: NoticeCheck): void {
  const { portal } = context;
  const paths = [notice.subject, notice.body].flatMap((text) => parseTemplate(text).paths);
  for (const path of new Set(paths)) {
    const hidden = fieldsAt(portal, type, path).find((shown) => {
      const known = shown.chosenBy !== null ? statesOfNamed(portal, shown.type) : states;
      return (shown.isAbove ? [null] : known).some(
        (state) => !canSurelySee(portal, shown, { reader, state }),
      );
    });
    if (hidden === undefined) continue;
    const { name, place } = notice;
    const marked = readMark(context, hidden.type, hidden.field);
    const details = { name, path, who: reader.who, type: hidden.type.type, marked };
    findings.add('notice/hidden-field', place, details);
  }
}

interface NoticeField {
  readonly type: RecordType;
  readonly field: string;
  /** The field of a record above. */
  readonly isAbove: boolean;
  /** Who chose the record, if an answer names it: readers may have other roles there, or none. Null: no answer. */
  readonly chosenBy: 'owner' | 'others' | null;
}

/** The fields that a path shows; none for columns of the record and of those above, and for derived values. */
function fieldsAt(portal: Portal, type: RecordType, path: string): NoticeField[] {
  const [first = '', ...rest] = path.split('.');
  const isAnswer = referencesOf(portal, type.type).some(({ keys }) => keys[0] === first);
  const above = rest.length === 0 || isAnswer ? undefined : portal.recordTypes[first];
  const name = above === undefined ? path : rest.join('.');
  const [field = ''] = name.split('.');
  const shown = {
    type: above ?? type,
    field,
    isAbove: above !== undefined && above !== type,
    chosenBy: null,
  };
  const isRuled = Object.hasOwn(shown.type.fields, field);
  return [...(isRuled || hasField(portal, shown) ? [shown] : []), ...fieldsOfNamed(portal, shown.type, name)];
}

/** What the path, or the label of an answer, shows of the record that the answer names, and of those named there. */
function fieldsOfNamed(portal: Portal, { type }: RecordType, path: string): NoticeField[] {
  const referred = referredValue(portal, type, path);
  const question = referencesOf(portal, type).find(({ keys }) => keys.join('.') === path);
  const { keys, type: other } = referred ?? question ?? { keys: null, type: '' };
  const named = portal.recordTypes[other];
  if (keys === null || named === undefined) return [];
  const names = referred === null ? (question?.label ?? []) : [referred.name];
  const shown = names.map((name): NoticeField => ({
    type: named,
    field: name.split('.')[0] ?? '',
    isAbove: false,
    chosenBy: isOfStep(portal, type, keys) ? 'others' : 'owner',
  }));
  if (referred === null) return shown;
  // Whoever owns this record need not be who chose the answers of another one.
  const further = fieldsOfNamed(portal, named, referred.name);
  return [...shown, ...further.map((one) => ({ ...one, chosenBy: 'others' as const }))];
}

/** Steps save their answers under their own names. */
function isOfStep({ workflows }: Portal, type: string, [first = '']: readonly string[]): boolean {
  return Object.hasOwn(workflows[type]?.transitions ?? {}, first);
}

/** A draft is never offered. */
function statesOfNamed(portal: Portal, { type }: RecordType): string[] {
  const draft = draftState(portal, type);
  return Object.keys(portal.workflows[type]?.states ?? {}).filter((state) => state !== draft);
}

function hasField(portal: Portal, { type, field }: Pick<NoticeField, 'type' | 'field'>): boolean {
  return [type, ...type.kinds].some((of) => fieldsOf(portal).get(of)?.has(field) === true);
}

/** The questions of each record type's own form, and of all forms of each set of kinds. */
const fieldsOf = onceForEach(({ kinds, forms, recordTypes }: Portal) => {
  const fields = new Map<RecordType | string, Set<string>>();
  const asking = [
    ...Object.values(recordTypes).map((type) => [type, type.form] as const),
    ...Object.values(kinds).map(({ set, form }) => [set, form] as const),
  ];
  for (const [of, form] of asking) {
    const asked = fields.get(of) ?? new Set();
    fields.set(of, asked);
    for (const name of Object.keys(propertiesOf(forms[form ?? '']?.schema ?? {}))) asked.add(name);
  }
  return fields;
});

/** @param state null if unknown, as for a record above */
function canSurelySee(
  portal: Portal,
  shown: NoticeField,
  { reader, state }: { readonly reader: NoticeReader; readonly state: string | null },
): boolean {
  const { type, field, chosenBy } = shown;
  const ofVisitor = knownVisitor(reader, officesOf(portal, type));
  const known = chosenBy === null ? knownReader(reader, ofVisitor) : ofVisitor;
  const truth = (condition: Condition) =>
    possible(condition, state === null ? known : knownState(state, known));
  const holds = (condition: Condition): boolean => !truth(condition).false;
  const rule = Object.hasOwn(type.fields, field) ? type.fields[field] : undefined;
  if (rule !== undefined && !holds(rule.read)) return false;
  if (state === null || holds(type.access.read)) return true;
  // A question offers only records that the owner may read.
  if (chosenBy === 'owner' && reader.role === 'owner') return truth(type.access.read).true;
  const { summary } = type.access;
  return summary !== null && summary.fields.includes(field) && holds(summary.to);
}

/** The owner of a child is the owner of its parent: roles are the same for records above. */
function knownReader({ role, isOffice }: NoticeReader, ofVisitor: KnownTruth): KnownTruth {
  return (condition) => {
    if (condition.test === 'party') return condition.role === role ? true : null;
    if (condition.test !== 'compare') return null;
    const { subject, operand } = condition;
    if (isOffice && isOwnOffice(condition)) return true;
    // In an office with units, only the unit of the record receives the notice.
    if (role === null && subject.from === 'record' && subject.name === 'unit' && 'visitor' in operand)
      return true;
    return ofVisitor(condition);
  };
}

/** What is known about the recipient, whatever their relation to a record. @param offices that the record can have */
function knownVisitor({ departments }: NoticeReader, offices: ReadonlySet<string>): KnownTruth {
  return (condition) => {
    if (isOwnOffice(condition)) return isOnly(offices, departments) ? true : null;
    if (condition.test !== 'compare' || condition.subject.from !== 'visitor') return null;
    const { subject, operand } = condition;
    if (subject.name === 'signedIn') return 'value' in operand && operand.value === true;
    if (subject.name !== 'department' || departments === null || !('value' in operand)) return null;
    const named = [operand.value].flat();
    if (departments.every((key) => named.includes(key))) return true;
    return departments.some((key) => named.includes(key)) ? null : false;
  };
}

/** Returns true if each of the departments is the only office that there can be. */
function isOnly(offices: ReadonlySet<string>, departments: readonly string[] | null): boolean {
  return offices.size === 1 && departments !== null && departments.every((key) => offices.has(key));
}
