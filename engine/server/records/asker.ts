/** Who asks, of which portal: what reading a record depends on. */
import type { Portal } from '../../portal/portal.ts';
import type { Visitor } from '../../portal/visitor.ts';

export interface Asker {
  readonly portal: Portal;
  readonly visitor: Visitor;
  /** Left out: the system's time. */
  readonly now?: Date;
}
