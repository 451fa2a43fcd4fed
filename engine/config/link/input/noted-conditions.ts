/** Notes the conditions of one file, with what each may read: an editor of conditions offers no more than that. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { ConditionPlace } from '../conditions/condition-place.ts';
import type { Cursor } from './cursor.ts';

export interface NotedCondition {
  readonly place: ConditionPlace;
  /** Null: none is written there. */
  readonly condition: Condition | null;
  /** False for a value that can never be known at this place, such as a count of children in a child. */
  readonly mayRead: (word: string, name: string) => boolean;
}

export interface ConditionNotes {
  /** The name of the file. */
  readonly file: string;
  /** By JSON Pointer; linkers add to it. */
  readonly found: Map<string, NotedCondition>;
}

/** Adds the condition if it is in the file that somebody asks for. */
export function noteCondition(
  { conditions }: { readonly conditions: ConditionNotes | null },
  { file, pointer }: Cursor,
  noted: NotedCondition,
): void {
  if (conditions?.file === file.name) conditions.found.set(pointer, noted);
}
