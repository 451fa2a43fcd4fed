/** Who asks, of which portal: what reading a record depends on. */
import type { Portal } from '../../portal/portal.ts';
import type { Visitor } from '../../portal/visitor.ts';

export interface Asker {
  readonly portal: Portal;
  readonly visitor: Visitor;
  /** The portal in the language of who asks, for all that he reads; left out: `portal`. */
  readonly reader?: Portal;
  /** Left out: the system's time. */
  readonly now?: Date;
}

/** The same asker with the portal that he reads: for what is answered, never for what is written. */
export function asReader(asker: Asker): Asker {
  return asker.reader === undefined ? asker : { ...asker, portal: asker.reader };
}
