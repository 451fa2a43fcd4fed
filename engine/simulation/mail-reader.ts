/** People read their mail and follow its links. */
import type { Random } from './random.ts';
import type { Town } from './town.ts';

export class MailReader {
  readonly #town: Town;
  readonly #link: RegExp | null;
  readonly #random: Random;
  #upto = 0;

  constructor(town: Town, random: Random) {
    this.#random = random;
    this.#town = town;
    const path = town.portal.routes.find(({ screen }) => screen === 'link')?.path;
    this.#link = path === undefined ? null : new RegExp(path.replace(/\{\w+\}/, '([\\w-]+)'), 'u');
  }

  /** @returns the number of followed links */
  async read(): Promise<number> {
    const link = this.#link;
    // Some people read it too late.
    if (link === null || this.#random.chance(0.5)) return 0;
    const mails = await this.#town.application.database.query<{
      number: number;
      address: string;
      text: string;
    }>(
      `SELECT order_number::integer AS number, address, text FROM messages WHERE channel = 'mail' AND order_number > $1 ORDER BY order_number`,
      [this.#upto],
    );
    let taken = 0;
    for (const { number, address, text } of mails) {
      this.#upto = number;
      const token = link.exec(text)?.[1];
      if (token === undefined) continue;
      // Opened where they read mail, where they may not be signed in.
      const reader = this.#town.newPerson({
        department: '',
        username: address,
        unit: null,
        flags: {},
        isApprover: false,
      });
      const answer = await reader.callSignedOut('POST', `links/${token}`);
      if (answer.status < 300) taken += 1;
    }
    return taken;
  }
}
