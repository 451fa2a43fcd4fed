/** Notes the conditions of one file, with what each may read: an editor of conditions offers no more than that. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { Cursor } from './cursor.ts';

export interface NotedCondition {
  /** The record type that it speaks of; null: one of `about`, or none. */
  readonly type: string | null;
  readonly about: readonly string[];
  /** Levels of questions that it may read besides those of the type. */
  readonly properties: readonly Cursor[];
  /** Names of the answers of its step. */
  readonly answers: ReadonlySet<string>;
  /** Null: none is written there. */
  readonly condition: Condition | null;
  /** False for a word that this place does not take, and for a value that is never known there. */
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
