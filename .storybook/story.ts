/** One story: the visitor, the page and the records. */
import type { Value } from '../engine/portal/model/condition.ts';
import type { Fullness } from './memory-editing.ts';

export interface Story {
  /** Unique in its file; letters and digits. */
  readonly exportName: string;
  /** The name in the sidebar. */
  readonly name: string;
  /** Department of the visitor, or null: signed out. */
  readonly as: string | null;
  /** Flags that differ from those of the demonstration account. */
  readonly flags: Readonly<Record<string, Value>>;
  readonly scene: Scene;
  /** Of somebody with a second department and an officer to stand in for. Left out: with neither. */
  readonly standIn?: StandIn;
  /** How much the workbench has to show to somebody who may edit. Left out: they may not. */
  readonly fullness?: Fullness;
}

/** `offered`: the switch of the header is open; `acting`: they act for the officer. */
export type StandIn = 'offered' | 'acting';

export type Scene =
  /** A path of the portal. */
  | { readonly show: 'path'; readonly path: string }
  /** The path of a calendar, with a day on which records of this type have appointments. */
  | { readonly show: 'calendar'; readonly path: string; readonly type: string }
  /** The page of a record of this kind, with the answers of its first example; `sent`: it is with its office. */
  | { readonly show: 'kind'; readonly kind: string; readonly isSent: boolean }
  /** The page of a record of this type in one state of its workflow. */
  | { readonly show: 'state'; readonly type: string; readonly state: string }
  /** A record with all its parts, each in another state: its own page, or the page of its longest checklist. */
  | { readonly show: 'family' | 'review' }
  /** A single form. */
  | { readonly show: 'form'; readonly hash: string; readonly data: Readonly<Record<string, unknown>> };

export interface StoryFile {
  /** The position of its stories in the sidebar. */
  readonly title: string;
  readonly stories: readonly Story[];
}
