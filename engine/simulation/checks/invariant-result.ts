/** The result of checking one invariant, and the one that is checked while people work: each booking is in its record. */
import type { Portal } from '../../portal/model/portal.ts';
import type { Queryable } from '../../server/database/database.ts';

export interface InvariantResult {
  readonly name: string;
  readonly checked: number;
  /** The configuration has such things, so a run that checked none has shown nothing. */
  readonly isExpected: boolean;
  /** One line for each violation. */
  readonly broken: readonly string[];
}

/** No violations, and something was checked if the configuration has it. */
export function isSound({ checked, broken, isExpected }: InvariantResult): boolean {
  return broken.length === 0 && (checked > 0 || !isExpected);
}

/** One summary line, and one line for each of the first violations. */
export function sayResult(result: InvariantResult): string {
  const { name, checked, broken, isExpected } = result;
  const word = broken.length > 0 ? 'BROKEN' : isSound(result) ? 'ok    ' : 'NONE  ';
  const why = checked > 0 || isExpected ? '' : ', and this configuration has none';
  const examples = broken.slice(0, 5).map((one) => `\n    ${one}`);
  return `${word} ${name}: ${checked} checked, ${broken.length} broken${why}${examples.join('')}`;
}

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
