/** Watches the bookings while people work: each must be in its record, and the record in no other slot. */
import type { Portal } from '../portal/model/portal.ts';
import type { Queryable } from '../server/database/database.ts';
import type { InvariantResult } from './invariant-result.ts';

interface BookingRow {
  readonly slug: string;
  readonly starts: string;
  readonly isSame: boolean;
}

export class BookingWatch {
  readonly #isExpected: boolean;
  readonly #seen = new Set<string>();
  readonly #broken = new Set<string>();

  constructor({ workflows }: Portal) {
    const transitions = Object.values(workflows).flatMap((workflow) => Object.values(workflow.transitions));
    this.#isExpected = transitions.some(({ books }) => books !== null);
  }

  async look(database: Queryable): Promise<void> {
    if (!this.#isExpected) return;
    const rows = await database.query<BookingRow>(
      `SELECT r.slug, b.starts_at::text AS starts,
         coalesce((r.booking ->> 'from')::timestamptz = b.starts_at, false) AS "isSame"
       FROM bookings b JOIN records r ON r.id = b.record
       UNION ALL SELECT r.slug, r.booking ->> 'from', false FROM records r
       WHERE r.booking IS NOT NULL AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.record = r.id)`,
    );
    for (const { slug, starts, isSame } of rows) {
      this.#seen.add(`${slug} ${starts}`);
      if (!isSame) this.#broken.add(slug);
    }
  }

  result(): InvariantResult {
    return {
      name: 'every booking stands in its record',
      checked: this.#seen.size,
      isExpected: this.#isExpected,
      broken: [...this.#broken],
    };
  }
}
