/** Who asks, of which portal: what reading a record depends on. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import type { Visitor } from '../../../portal/model/visitor.ts';

export interface RequestContext {
  readonly portal: Portal;
  readonly visitor: Visitor;
  /** The portal in the language of who asks, for all that he reads; left out: `portal`. */
  readonly reader?: Portal;
  /** Hash of a step's form as this record is asked it; left out: the form asks every record the same. */
  readonly stepForm?: (hash: string, context: RecordContext) => string;
  /** Left out: the system's time. */
  readonly now?: Date;
}

/** The same asker with the portal that he reads: for what is answered, never for what is written. */
export function asReader(scope: RequestContext): RequestContext {
  return scope.reader === undefined ? scope : { ...scope, portal: scope.reader };
}
