/** Notices: what the portal sends by e-mail and shows to people when a transition has `notify`. */
import type { Recipients } from './workflow.ts';
import type { Place } from './place.ts';
import type { RecordContext } from './record.ts';

export interface Notice {
  readonly name: string;
  readonly subject: string;
  /** Markdown with `{path}` and `{path:format}`. */
  readonly body: string;
  /** Names of the ways that it goes to people besides the portal. */
  readonly channels: readonly string[];
  /** The mail has a calendar file with this event; null: it has none. */
  readonly event: CalendarEvent | null;
  readonly place: Place;
}

export interface CalendarEvent {
  readonly title: string;
  /** Paths of moments. The file is left out while the start is not known. */
  readonly starts: string;
  readonly ends: string | null;
  readonly location: string | null;
  /** Calendars remove an event that they have. */
  readonly isCancelled: boolean;
}

/** A notice caused by a step. It describes the record after the step. */
export interface PendingNotice {
  readonly notice: string;
  readonly to: Recipients;
  /** Includes the answers of the step as `input`. */
  readonly context: RecordContext;
  /** It reminds people of what they still have to do. */
  readonly isReminder?: boolean;
}
