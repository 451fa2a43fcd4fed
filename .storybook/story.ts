/** What one story shows: who looks, at which page, over which records. */
import type { Value } from '../engine/portal/model/condition.ts';

export interface Story {
  /** Unique in its file; letters and digits. */
  readonly exportName: string;
  /** As the sidebar says it. */
  readonly name: string;
  /** Department of the visitor, or null: signed out. */
  readonly as: string | null;
  /** Flags that differ from the demonstration account's. */
  readonly flags: Readonly<Record<string, Value>>;
  readonly scene: Scene;
}

export type Scene =
  /** A path of the portal as it is. */
  | { readonly show: 'path'; readonly path: string }
  /** A path that shows a calendar, with a day on which records of this type have booked. */
  | { readonly show: 'calendar'; readonly path: string; readonly type: string }
  /** The page of a record of this kind, filled in as its first example; `sent`: it is with its office. */
  | { readonly show: 'kind'; readonly kind: string; readonly isSent: boolean }
  /** The page of a record of this type in one state of its workflow. */
  | { readonly show: 'state'; readonly type: string; readonly state: string }
  /** A form by itself. */
  | { readonly show: 'form'; readonly hash: string; readonly data: Readonly<Record<string, unknown>> };

export interface StoryFile {
  /** Where its stories stand in the sidebar. */
  readonly title: string;
  readonly stories: readonly Story[];
}
