/** Checks that a question of a record type names records of one type in all its forms. */
import { levelOf, propertiesOf } from '../../../portal/forms/form-levels.ts';
import { referencesIn } from '../../../portal/forms/references.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { wayTo } from './offered-records.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkReferenceTypes(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const type of Object.values(portal.recordTypes)) {
    const byName = Map.groupBy(questionsOf(portal, type), ({ name }) => name);
    for (const [name, [first, ...others]] of byName) {
      const other = others.find(({ ref }) => ref !== first?.ref);
      if (first === undefined || other === undefined) continue;
      const place = spanIn(
        context,
        { kind: 'requirement-kind', name: other.kind ?? '' },
        'form',
        ...wayTo(name),
        'ref',
      );
      findings.add('form/reference-differs', place, {
        name,
        record: type.type,
        refs: [first.ref, other.ref],
      });
    }
  }
  return findings.all();
}

interface TypedQuestion {
  readonly name: string;
  /** The type of the records that it names; null: its answer names no record. */
  readonly ref: string | null;
  /** The requirement kind that asks it; null: the form of the type. */
  readonly kind: string | null;
}

/** The questions of the type's own form come first. */
function questionsOf(portal: Portal, { form, kinds }: RecordType): TypedQuestion[] {
  const ofKinds = Object.values(portal.kinds).filter(({ set }) => kinds.includes(set));
  return [{ id: null, form }, ...ofKinds].flatMap(({ id, form: hash }) => {
    const asked = portal.forms[hash ?? ''];
    const byName = new Map(referencesIn(asked).map(({ question, type: named }) => [question, named]));
    return namesIn(asked?.schema ?? {}).map((name) => ({ name, ref: byName.get(name) ?? null, kind: id }));
  });
}

/** The questions at the first level of a form, and in the rows of its lists. */
function namesIn(schema: JsonSchema): string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, question]) => {
    const rows = isMapping(question.items) ? Object.keys(propertiesOf(levelOf(question))) : [];
    return [name, ...rows.map((key) => `${name}.${key}`)];
  });
}
