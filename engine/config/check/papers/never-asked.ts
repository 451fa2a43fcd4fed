/** Reports requirement kinds that never apply, and checklist items and questions that are never asked. */
import { testsOf } from '../../../portal/conditions/possible.ts';
import { schemaAt } from '../../../portal/forms/form-levels.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Form, FormCondition } from '../../../portal/model/form.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { ChecklistItem } from '../../../portal/model/requirement.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { baseName, kindId } from '../../link/input/files.ts';
import { keyOf } from '../../logic/one-value.ts';
import { atLevel, formOf, unfolded, whensOf, type UnfoldedRecord } from '../../logic/unfolded.ts';
import type { ParsedFile, SourceSpan } from '../../source/source.ts';
import { pointerTo } from '../../../portal/values/pointer.ts';
import { DiagnosticSet, type CheckContext } from '../context/check-context.ts';
import { appliesOf, createProof, whyNever, type ExclusionProof } from './applying.ts';

export function checkNeverAsked({ portal, files }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const isNever = createProof();
  const applying = appliesOf(portal);
  for (const file of files) {
    if (file.kind === 'requirement-kind') {
      const kind = portal.kinds[kindId(file)];
      const type = Object.values(portal.recordTypes).find(({ kinds }) => kinds.includes(kind?.set ?? ''));
      if (kind === undefined || kind.isRetired || type === undefined) continue;
      const applies = applying(kind);
      const reason = whyNever(kind, applies, isNever);
      if (reason !== null) {
        findings.add('kind/never-applies', file.positions(pointerTo('applies'), 'key'), {
          name: kind.title,
          ...reason,
        });
        continue;
      }
      const form = portal.forms[kind.form ?? ''] ?? null;
      tell({ file, items: kind.items, form, type, applies: applies.own, keys: ['checklist'] });
    }
    if (file.kind === 'record') {
      const type = portal.recordTypes[baseName(file)];
      if (type === undefined) continue;
      const applies: Condition = { test: 'always' };
      const form = formOf(portal, type.type);
      tell({ file, items: type.items, form, type, applies, keys: ['checklist', 'items'] });
    }
  }
  return findings.all();

  function tell({ file, items, form, type, applies, keys }: QuestionSource): void {
    const subject: UnfoldedRecord = { portal, type: type.type, form };
    for (const [at, item] of items.entries()) {
      if (item.when.test === 'always') continue;
      const when = unfolded(item.when, subject);
      if (!isNever([applies, when])) continue;
      findings.add('kind/item-never-asked', file.positions(pointerTo(...keys, at, 'when'), 'key'), {
        name: item.title,
        isAlone: isNever([when]),
      });
    }
    if (form === null) return;
    for (const { property, isAlone } of neverAskedIn(form, { subject, applies, isNever })) {
      const place = spanOf({ file, files, form, property });
      findings.add('form/never-asked', place, { name: property, isAlone });
    }
  }
}

/** What asks for something: a kind, or a record type of its own. */
interface QuestionSource {
  readonly file: ParsedFile;
  readonly items: readonly ChecklistItem[];
  readonly form: Form | null;
  readonly type: RecordType;
  readonly applies: Condition;
  /** The keys of its checklist in the file. */
  readonly keys: readonly string[];
}

interface FormProof {
  readonly subject: UnfoldedRecord;
  readonly applies: Condition;
  readonly isNever: ExclusionProof;
}

interface UnaskedQuestion extends FormCondition {
  /** Whatever the kind applies to. */
  readonly isAlone: boolean;
}

/** The questions that are never asked, except those that only follow from another one. */
function neverAskedIn(form: Form, { subject, applies, isNever }: FormProof): UnaskedQuestion[] {
  const never = [...form.conditions, ...form.factual].flatMap((one): UnaskedQuestion[] => {
    const level = one.property.split('.').slice(0, -1);
    const own = unfolded(atLevel(one.when, form, level), subject);
    const whens = [...whensOf(form, level.join('.'), subject), own];
    return isNever([applies, ...whens]) ? [{ ...one, isAlone: isNever(whens) }] : [];
  });
  const names = new Set(never.map(({ property }) => property));
  const causes = never.filter(
    ({ property, when }) =>
      ![...names].some((name) => property.startsWith(`${name}.`)) &&
      !namesIn(atLevel(when, form, property.split('.').slice(0, -1))).some((name) => names.has(name)),
  );
  const told = new Map((causes.length > 0 ? causes : never).map((one) => [keyOf(one.when), one] as const));
  return [...told.values()];
}

function namesIn(condition: Condition): string[] {
  return testsOf(condition).flatMap((test) =>
    test.test === 'compare' && test.subject.from === 'field' && test.subject.path.ancestor === null
      ? [test.subject.path.keys.join('.')]
      : [],
  );
}

interface QuestionInFile {
  readonly file: ParsedFile;
  readonly files: readonly ParsedFile[];
  readonly form: Form;
  readonly property: string;
}

/** The place of the condition: in the file itself, or in the form that it names. */
function spanOf({ file, files, form, property }: QuestionInFile): SourceSpan {
  const said = Object(file.value)['form'] as unknown;
  const named = files.find((one) => one.kind === 'form' && baseName(one) === said);
  const keys = property.split('.').flatMap((key, at, all) => {
    const isList = schemaAt(form.schema, all.slice(0, at + 1))?.['type'] === 'array';
    return ['properties', key, ...(isList && at < all.length - 1 ? ['items'] : [])];
  });
  return (named ?? file).positions(
    pointerTo(...(named === undefined ? ['form'] : []), ...keys, 'when'),
    'key',
  );
}
