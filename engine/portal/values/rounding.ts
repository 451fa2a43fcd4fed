/** How figures and amounts are rounded. */

export const roundModes = ['half up', 'half even', 'up', 'down'] as const;

export interface Rounding {
  /** The smallest unit, `0.01`. */
  readonly to: string;
  readonly mode: (typeof roundModes)[number];
}
