/** People read their mail and follow its links. */
import type { Random } from './random.ts';
import type { Town } from './town.ts';

interface Mail {
  readonly number: number;
  readonly address: string;
  readonly text: string;
}

/** @returns a function that reads the new mail and returns the number of followed links */
export function mailReader({ application, portal, newPerson }: Town, random: Random): () => Promise<number> {
  const path = portal.routes.find(({ screen }) => screen === 'link')?.path;
  const link = path === undefined ? null : new RegExp(path.replace(/\{\w+\}/, '([\\w-]+)'), 'u');
  let upto = 0;
  return async () => {
    // Some people read it too late.
    if (link === null || random.chance(0.5)) return 0;
    const mails = await application.database.query<Mail>(
      `SELECT order_number::integer AS number, address, text FROM messages
       WHERE channel = 'mail' AND order_number > $1 ORDER BY order_number`,
      [upto],
    );
    let taken = 0;
    for (const { number, address, text } of mails) {
      upto = number;
      const token = link.exec(text)?.[1];
      if (token === undefined) continue;
      // Opened where they read mail, where they may not be signed in.
      const account = { department: '', username: address, unit: null, flags: {}, isApprover: false };
      const answer = await newPerson(account).callSignedOut('POST', `links/${token}`);
      if (answer.status < 300) taken += 1;
    }
    return taken;
  };
}
