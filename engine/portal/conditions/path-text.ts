/** Writes the subject of a comparison as an author would write it. */
import type { ConditionSubject, FieldPath } from '../model/condition.ts';

/** `application.lines.line.groups` */
export function pathText({ ancestor, keys, lookup, reference }: FieldPath): string {
  return [
    ...(ancestor === null ? [] : [ancestor]),
    ...keys,
    ...(lookup === null ? [] : [lookup.column]),
    ...(reference === undefined ? [] : [subjectText(reference.of)]),
  ].join('.');
}

/** Its name, or the path of an answer. */
export function subjectText(subject: ConditionSubject): string {
  return subject.from === 'field' ? pathText(subject.path) : subject.name;
}
