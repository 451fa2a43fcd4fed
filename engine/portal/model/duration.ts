/** A duration as the configuration writes it: `3 working days`, `60 minutes`, `1 year`. */
export interface Duration {
  readonly amount: number;
  readonly unit: DurationUnit;
}

const durationUnits = ['minute', 'hour', 'day', 'working day', 'week', 'month', 'quarter', 'year'] as const;
export type DurationUnit = (typeof durationUnits)[number];

/** @returns null if the text is not a duration */
export function parseDuration(text: string): Duration | null {
  const match = /^(\d+) (minute|hour|day|working day|week|month|quarter|year)s?$/.exec(text);
  const unit = durationUnits.find((one) => one === match?.[2]);
  return match === null || unit === undefined ? null : { amount: Number(match[1]), unit };
}
