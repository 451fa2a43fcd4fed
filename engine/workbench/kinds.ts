/** Describes requirement kinds: when they apply, which papers and answers they ask for, and what they issue. */
import type { KindModel, KindsModel } from '../contract/workbench.ts';
import { workbenchMessages } from '../locales/workbench.ts';
import { propertiesOf, requiredOf } from '../portal/forms/form-levels.ts';
import { say } from '../portal/language/say.ts';
import { parseDuration } from '../portal/model/condition.ts';
import type { Form } from '../portal/model/form.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { ChecklistItem, RequirementKind } from '../portal/model/requirement.ts';
import { sayDuration } from '../portal/time/duration-words.ts';
import { checklistType } from '../portal/workflow/new-records.ts';
import { sayCondition } from './condition-words.ts';
import { sayNeed } from './need-words.ts';
import { type ConditionSpeech, sayPath } from './subject-words.ts';

/** @param portal in the reader's language */
export function describeKinds(portal: Portal): KindsModel {
  return {
    sets: Object.values(portal.sets).map(({ key, title, kinds }) => ({
      key,
      title,
      kinds: kinds.flatMap((id) => {
        const kind = portal.kinds[id];
        return kind === undefined ? [] : [describeKind(portal, kind)];
      }),
    })),
  };
}

function describeKind(portal: Portal, kind: RequirementKind): KindModel {
  const { id, title, office, isRetired, issues, visit, place, source, certainty } = kind;
  const type = typeOfKind(portal, kind);
  const form = portal.forms[kind.form ?? ''];
  // The kind applies, or does not, to the record above its own.
  const [above = null] = portal.recordTypes[type]?.parents ?? [];
  return {
    key: id,
    title,
    office: portal.departments[office]?.title ?? office,
    isRetired,
    when: sayCondition(portal, kind.applies, { type: portal.sets[kind.set]?.under ?? above }),
    issues: issues === null ? null : (portal.documents[issues]?.title ?? issues),
    visit: visit === null ? null : (portal.calendars[visit.calendar]?.title ?? visit.calendar),
    file: place.file,
    items: kind.items.map((item) => describeItem({ portal, record: { type, kind: id } }, item)),
    questions: form === undefined ? [] : questionsOf({ portal, record: { type, kind: id } }, form),
    source,
    certainty,
  };
}

/** The type of the records that have the kind. */
function typeOfKind({ recordTypes, sets }: Portal, { set }: RequirementKind): string {
  if (sets[set]?.under !== null) return checklistType;
  return Object.values(recordTypes).find(({ kinds }) => kinds.includes(set))?.type ?? '';
}

function describeItem(speech: ConditionSpeech, item: ChecklistItem): KindModel['items'][number] {
  const { portal, record } = speech;
  const { title, isOptional, evidence, from, validFor, validUntil, source, certainty } = item;
  const when = sayCondition(portal, item.when, record);
  const length = validFor === null ? null : parseDuration(validFor);
  const how =
    evidence === 'inspection'
      ? workbenchMessages.asChecked
      : from === 'upload'
        ? workbenchMessages.asUploaded
        : workbenchMessages.asIssued;
  return {
    title,
    needed: sayNeed(portal.words, { isRequired: !isOptional, when }),
    each: eachWords(speech, item),
    how: say(portal.words, how),
    valid:
      length !== null
        ? sayDuration(portal.words, length)
        : validUntil === null
          ? null
          : (portal.days.named[validUntil]?.title ?? validUntil),
    source,
    certainty,
  };
}

function eachWords(speech: ConditionSpeech, { each }: ChecklistItem): string | null {
  const { portal } = speech;
  if (each === null) return null;
  if ('lastMonths' in each) return say(portal.words, workbenchMessages.eachMonth, { count: each.lastMonths });
  if ('record' in each)
    return say(portal.words, workbenchMessages.eachRecord, {
      type: portal.recordTypes[each.record]?.title ?? each.record,
    });
  const keys = each.field.split('.');
  const [first = ''] = keys;
  const isAbove = Object.hasOwn(portal.recordTypes, first) && keys.length > 1;
  const path = { ancestor: isAbove ? first : null, keys: isAbove ? keys.slice(1) : keys, lookup: null };
  return say(portal.words, workbenchMessages.eachRecord, { type: sayPath(speech, path) });
}

function questionsOf({ portal, record }: ConditionSpeech, form: Form): KindModel['questions'] {
  const required = requiredOf(form.schema);
  return Object.entries(propertiesOf(form.schema)).map(([name, { title }]) => {
    const rule = [...form.conditions, ...form.factual].find(({ property }) => property === name);
    const when = rule === undefined ? null : sayCondition(portal, rule.when, record);
    const isRequired = rule?.isRequired ?? required.includes(name);
    return {
      title: typeof title === 'string' ? title : name,
      needed: Object.hasOwn(form.from, name)
        ? say(portal.words, workbenchMessages.needTaken)
        : sayNeed(portal.words, { isRequired, when }),
    };
  });
}
