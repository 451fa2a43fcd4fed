/** The context of one request: caller, portal, language and time. */
import type { Scope } from '../../../portal/conditions/scope.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordContext } from '../../../portal/model/record.ts';

export interface RequestContext extends Scope {
  /** The language of the answer; left out: the portal's first. */
  readonly language?: string;
  /** The portal in that language, for everything that the caller reads; left out: `portal`. */
  readonly reader?: Portal;
  /** The hash of a step's form, specialised for this record; left out: the form is the same for every record. */
  readonly stepForm?: (hash: string, context: RecordContext) => string;
  /** Left out: the system's time. */
  readonly now?: Date;
  /** Identifies the request in the log, for what follows from it later; left out for requests of the server itself. */
  readonly requestId?: string;
}

/** The same request with the portal in the caller's language. For answers only, never for writes. */
export function asReader(scope: RequestContext): RequestContext {
  return scope.reader === undefined ? scope : { ...scope, portal: scope.reader };
}
