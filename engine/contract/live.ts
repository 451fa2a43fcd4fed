/** What changes while a page is open. */
import { Type } from 'typebox';
import type { Contract } from './endpoint.ts';

/** The name and the data of each event. */
export interface LiveEvents {
  /** Records that the reader may see, or could see until they changed. */
  readonly records: readonly { readonly type: string; readonly slug: string }[];
  /** A notification or a message of the reader. */
  readonly account: null;
  /** Somebody else opened or left a record that the reader works on and looks at. */
  readonly viewers: null;
  /** Another configuration is in force: its hash. */
  readonly portal: string;
  /** Anything: events may have been lost. */
  readonly all: null;
}

/** Milliseconds for which the server still knows what has changed. */
export const longestAgo = 60_000;

export const live = {
  'GET /live': {
    raw: true,
    id: 'live',
    tag: 'Portal',
    summary: 'What changes from now on, of what the caller may see. A client reads it again then.',
    access: 'session',
    query: Type.Object({
      ago: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: `Milliseconds since the caller began to read: what has changed since then is told at once. After more than ${longestAgo} the event \`all\` tells it.`,
        }),
      ),
    }),
    status: 200,
    produces: 'text/event-stream',
    description:
      'Events: `records` with a list of type and slug, `account` for notifications, `viewers` if somebody opens or leaves a record that the caller looks at, `portal` with the hash of another configuration that is in force, `all` if events may have been lost.',
    refusals: [400, 503],
  },
} as const satisfies Contract;
