/** Finds the records that follow when somebody files a record: what each office will ask, and whether that is certain. */
import { possible } from '../conditions/possible.ts';
import type { Portal } from '../model/portal.ts';
import { blankRecord, contextAlone, contextOfChild, type RecordContext } from '../model/record.ts';
import type { RequirementKind } from '../model/requirement.ts';
import { checklistType, initialState, kindsBelow, kindsOfSet, officeOf } from '../workflow/new-records.ts';
import { questionsBehind } from './open-questions.ts';
import type { PartialRecord } from './partial-record.ts';

export interface Requirement {
  /** Null: the record itself. */
  readonly kind: RequirementKind | null;
  readonly title: string;
  /** Department key. */
  readonly office: string | null;
  /** False: it depends on answers that are not known. */
  readonly isSure: boolean;
  /** The questions that decide it. */
  readonly dependsOn: readonly string[];
  /** The record as it would be created. */
  readonly context: RecordContext;
}

/** @returns the record itself, then the records that its workflow creates for kinds that may apply, with their checklists */
export function requirementsOf(
  portal: Portal,
  partial: PartialRecord,
  context: RecordContext,
): readonly Requirement[] {
  const { type } = context.record;
  const title = portal.recordTypes[type]?.title ?? type;
  const own: Requirement = { kind: null, title, office: null, isSure: true, dependsOn: [], context };
  const children = createdKinds(portal, type).flatMap(({ of, kind }) =>
    requirementOf({ portal, partial, above: own }, of, kind),
  );
  return [
    own,
    ...children.flatMap((child) => [
      child,
      ...kindsBelow(portal, child.context.record).flatMap((kind) =>
        requirementOf({ portal, partial, above: child }, checklistType, kind),
      ),
    ]),
  ];
}

/** The types that the workflow of this one creates below it. */
export function createdTypes({ workflows }: Portal, type: string): readonly string[] {
  const steps = Object.values(workflows[type]?.transitions ?? {});
  return [
    ...new Set(
      steps.flatMap(({ then }) => then.flatMap((one) => (one.effect === 'create' ? [one.type] : []))),
    ),
  ];
}

interface CreatedKind {
  /** The type of the records. */
  readonly of: string;
  readonly kind: RequirementKind;
}

function createdKinds(portal: Portal, type: string): CreatedKind[] {
  const steps = Object.values(portal.workflows[type]?.transitions ?? {});
  const effects = steps.flatMap(({ then }) => then);
  return effects.flatMap((effect) =>
    effect.effect === 'create' && effect.forEachKindOf !== null
      ? kindsOfSet(portal, effect.forEachKindOf).map((kind) => ({ of: effect.type, kind }))
      : [],
  );
}

function requirementOf(
  {
    portal,
    partial,
    above,
  }: { readonly portal: Portal; readonly partial: PartialRecord; readonly above: Requirement },
  type: string,
  kind: RequirementKind,
): Requirement[] {
  const truth = partial.truthFor(above.context);
  const can = possible(kind.applies, truth);
  if (kind.isRetired || !can.true) return [];
  const parent = above.context.record;
  const office = officeOf(portal, type, { kind, parent, creator: null });
  const record = blankRecord(type, {
    kind: kind.id,
    state: initialState(portal, type),
    office,
    form: kind.form ?? portal.recordTypes[type]?.form ?? null,
  });
  const open = can.false ? questionsBehind(kind.applies, { portal, partial, context: above.context }) : [];
  return [
    {
      kind,
      title: kind.title,
      office,
      isSure: above.isSure && !can.false,
      dependsOn: [...new Set([...above.dependsOn, ...open])],
      context: contextOfChild(above.context, record),
    },
  ];
}

/** The record with these answers, before it is filed. */
export function draftOf(
  portal: Portal,
  type: string,
  {
    data,
    today,
    now,
  }: { readonly data: Readonly<Record<string, unknown>> } & Pick<RecordContext, 'today' | 'now'>,
): RecordContext {
  const record = blankRecord(type, {
    data,
    form: portal.recordTypes[type]?.form ?? null,
    state: initialState(portal, type),
    office: officeOf(portal, type, { kind: null, parent: null, creator: null }),
    createdAt: now,
  });
  return contextAlone({ record, today, now });
}
