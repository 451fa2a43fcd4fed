/** The scope of one request: who asks, of which portal, in which language and when. */
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordContext } from '../../../portal/model/record.ts';

export interface RequestContext extends Scope {
  /** The language of the answer; left out: the portal's first. */
  readonly language?: string;
  /** The portal in that language, for everything that the caller reads; left out: `portal`. */
  readonly reader?: Portal;
  /** The hash of a step's form as it asks this record; left out: the form asks every record the same. */
  readonly stepForm?: (hash: string, context: RecordContext) => string;
  /** Left out: the system's time. */
  readonly now?: Date;
  /** Finds the request in the log; left out: the server itself asks. */
  readonly requestId?: string;
}

/** The same request with the portal in the caller's language: for what is answered, never for what is written. */
export function asReader(scope: RequestContext): RequestContext {
  return scope.reader === undefined ? scope : { ...scope, portal: scope.reader };
}
