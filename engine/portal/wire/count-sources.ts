/**
 * Counts how much of what the portal asks and charges has its basis in law, in practice, in an assumption, or has
 * none.
 */
import type { Basis, Certainty } from '../model/place.ts';
import type { Form, JsonSchema } from '../model/form.ts';
import { mappingOf } from '../values/is-mapping.ts';
import type { Portal } from '../model/portal.ts';

export type SourceCount = Readonly<Record<Certainty | 'unsaid', number>>;

export interface SourceCounts extends SourceCount {
  readonly parts: Readonly<
    Record<'kinds' | 'papers' | 'items' | 'questions' | 'fees' | 'clocks', SourceCount>
  >;
}

/**
 * A part without a basis has the basis of its whole: a question that of its form, a form that of its kind, a fee line
 * that of its schedule.
 */
export function countSources(portal: Portal): SourceCounts {
  const { kinds, papers, recordTypes, forms, fees, workflows } = portal;
  const items = [...Object.values(kinds), ...Object.values(recordTypes)].flatMap((one) => one.items);
  const lines = Object.values(fees).flatMap((schedule) =>
    schedule.lines.map((line) => line.certainty ?? schedule.certainty),
  );
  const ofKind = new Map(Object.values(kinds).map(({ form, certainty }) => [form, certainty]));
  const parts = {
    kinds: counted(Object.values(kinds).map(certaintyOf)),
    papers: counted(Object.values(papers).map(certaintyOf)),
    items: counted(items.map(certaintyOf)),
    questions: counted(
      Object.values(forms).flatMap((form) => ofQuestions(form, ofKind.get(form.hash) ?? null)),
    ),
    fees: counted(lines),
    clocks: counted(Object.values(workflows).flatMap(({ clocks }) => Object.values(clocks).map(certaintyOf))),
  };
  const sum = (of: keyof SourceCount): number =>
    Object.values(parts).reduce((total, part) => total + part[of], 0);
  return {
    law: sum('law'),
    practice: sum('practice'),
    assumption: sum('assumption'),
    unsaid: sum('unsaid'),
    parts,
  };
}

function certaintyOf({ certainty }: Pick<Basis, 'certainty'>): Certainty | null {
  return certainty;
}

function counted(said: readonly (Certainty | null)[]): SourceCount {
  const count = (of: Certainty | null): number => said.filter((one) => one === of).length;
  return {
    law: count('law'),
    practice: count('practice'),
    assumption: count('assumption'),
    unsaid: count(null),
  };
}

/** A question shown from another record is counted there. */
function ofQuestions({ schema, uiSchema, from }: Form, ofKind: Certainty | null): (Certainty | null)[] {
  const asked = Object.keys(mappingOf(schema['properties'])).filter((name) => !Object.hasOwn(from, name));
  const usual = saidIn(uiSchema) ?? ofKind;
  return asked.map((name) => saidIn(mappingOf(uiSchema[name])) ?? usual);
}

function saidIn(uiSchema: JsonSchema): Certainty | null {
  const said = uiSchema['ui:certainty'];
  return said === 'law' || said === 'practice' || said === 'assumption' ? said : null;
}
