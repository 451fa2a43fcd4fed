/** What the server's database refuses because of other records: the same answers twice, and a slot without a place. */
import { calendarMessages } from '../locales/calendar.ts';
import { message } from '../locales/message.ts';
import { recordMessages } from '../locales/records.ts';
import { isTwin } from '../portal/changes/unique-record.ts';
import type { Outcome } from '../portal/life/decide-command.ts';
import { contextIn } from '../portal/life/family.ts';
import type { Booking } from '../portal/model/calendar.ts';
import { signedOut } from '../portal/model/department.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { PortalRecord } from '../portal/model/record.ts';
import { capacityOf, placesOf } from '../portal/workflow/slots.ts';
import type { Refusal } from '../portal/workflow/transition.ts';

/** Why the outcome cannot be kept: a record has the same unique answers as another. */
export function refusalByTwin(
  portal: Portal,
  { family, before }: Outcome,
  stored: readonly PortalRecord[],
): Refusal | null {
  const changed = [...family.members.values()].flatMap(({ record }) =>
    record === before.members.get(record.id)?.record ? [] : [record],
  );
  const others = [
    ...stored.filter(({ id }) => !family.members.has(id)),
    ...Array.from(family.members.values(), ({ record }) => record),
  ];
  const twin = changed.find((record) => others.some((other) => isTwin(portal, record, other, family)));
  if (twin === undefined) return null;
  const type = { text: portal.recordTypes[twin.type]?.title ?? '', kind: 'name' } as const;
  return {
    rule: 'unique',
    refused: 'conflict',
    message: message(recordMessages.duplicateAnswers, { type }),
  };
}

/** The places that the records have booked. */
export class BookedSlots {
  /** The slot of each record in each calendar. */
  readonly #slots: Map<string, string>;

  constructor(slots: Iterable<readonly [string, string]> = []) {
    this.#slots = new Map(slots);
  }

  copy(): BookedSlots {
    return new BookedSlots(this.#slots);
  }

  /** Frees and books slots as the outcome asks, unless a slot has no place left. */
  change(
    portal: Portal,
    { family, booked, freed }: Pick<Outcome, 'family' | 'booked' | 'freed'>,
  ): Refusal | null {
    for (const { record, booking } of [...freed, ...booked]) this.#slots.delete(keyOf(record, booking));
    for (const { record, booking } of booked) {
      const context = contextIn({ portal, visitor: signedOut }, family, record);
      const calendar = portal.calendars[booking.calendar];
      const slot = JSON.stringify([
        booking.calendar,
        calendar && placesOf(portal, calendar, context),
        booking.from,
      ]);
      const taken = [...this.#slots.values()].filter((one) => one === slot).length;
      if (calendar === undefined || taken >= capacityOf(portal, calendar, context)) return slotTaken;
      this.#slots.set(keyOf(record, booking), slot);
    }
    return null;
  }
}

const slotTaken: Refusal = {
  rule: 'input',
  refused: 'invalid',
  errors: { slot: [message(calendarMessages.slotTaken)] },
  answers: ['slot'],
  unmet: [],
};

function keyOf(record: string, { calendar }: Booking): string {
  return `${record} ${calendar}`;
}
