/** A link that was sent for a step, as the API speaks of it. */

export interface WireLink {
  /** used: the step was taken; over: its time is, or the record has moved on. */
  readonly state: 'open' | 'used' | 'over';
  /** What the step is called. */
  readonly title: string;
  /** What kind of record it is a step of. */
  readonly about: string;
}
