/** `munisipyo mail`: shows the mail that the portal has written, sent or not. */
import { parseArgs } from 'node:util';
import { countOfNoun } from '../portal/text/noun-count.ts';
import { withDatabase } from '../server/database/join-database.ts';
import { type KeptMail, listMails, readMail } from '../server/mail/list-mails.ts';
import { readSettings } from '../server/kernel/settings.ts';

export const usage = `Usage: munisipyo mail [--json]       lists the newest 200, the newest last
       munisipyo mail NUMBER [--json]  shows one e-mail
`;

interface MailArguments {
  readonly number: number | null;
  readonly isJson: boolean;
}

/** Writes to standard output. If there is nothing to show, it says so on standard error. */
export async function mail(args: readonly string[]): Promise<number> {
  const words = parseWords(args);
  if (words === null) return refuse(usage, 2);
  const settings = readSettings(process.env);
  return withDatabase(settings, async (database) => {
    if (words.number === null) return showAll(await listMails(database), words.isJson);
    return showOne(await readMail(database, words.number), words);
  });
}

function parseWords(args: readonly string[]): MailArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean' } },
    });
    const [number, ...more] = positionals;
    if (more.length > 0 || (number !== undefined && !/^[1-9]\d{0,9}$/.test(number))) return null;
    return { number: number === undefined ? null : Number(number), isJson: values.json ?? false };
  } catch {
    return null;
  }
}

function showAll(mails: readonly KeptMail[], isJson: boolean): number {
  if (isJson) {
    process.stdout.write(`${JSON.stringify(mails)}\n`);
    return 0;
  }
  if (mails.length === 0) process.stderr.write('The portal has written no mail yet.\n');
  for (const { number, at, state, address, subject, problem } of mails) {
    const what = [String(number).padStart(5), at.slice(0, 16).replace('T', ' '), state.padEnd(7)];
    const trouble = problem === null ? '' : `  (${problem.replaceAll(/\s+/g, ' ')})`;
    process.stdout.write(`${what.join('  ')}  ${address}  ${subject}${trouble}\n`);
  }
  return 0;
}

function showOne(found: KeptMail | null, { number, isJson }: MailArguments): number {
  if (found === null) return refuse(`There is no mail ${number}.\n`, 1);
  if (isJson) {
    process.stdout.write(`${JSON.stringify(found)}\n`);
    return 0;
  }
  const lines = [
    `Number:  ${found.number}`,
    `Written: ${found.at}`,
    `To:      ${found.name} <${found.address}>`,
    `Subject: ${found.subject}`,
    `State:   ${found.state}${found.tries > 0 ? `, tried ${countOfNoun(found.tries, 'time', 'times')}, last ${found.tried_at}` : ''}`,
    ...(found.problem === null ? [] : [`Problem: ${found.problem}`]),
  ];
  process.stdout.write(`${lines.join('\n')}\n\n${found.text}`);
  return 0;
}

function refuse(text: string, code: 1 | 2): number {
  process.stderr.write(text);
  return code;
}
