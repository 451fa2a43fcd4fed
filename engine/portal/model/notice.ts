/** Notices: what people are told, by e-mail and in the portal, when a transition says `notify`. */
import type { Recipients } from './effect.ts';
import type { Place } from './place.ts';
import type { RecordContext } from './record.ts';

export interface Notice {
  readonly name: string;
  readonly subject: string;
  /** Markdown with `{path}` and `{path:format}`. */
  readonly body: string;
  readonly place: Place;
}

/** A notice that follows from a step: about this record, as it is after the step. */
export interface PendingNotice {
  readonly notice: string;
  readonly to: Recipients;
  /** With the answers of the step as `input`. */
  readonly context: RecordContext;
}
