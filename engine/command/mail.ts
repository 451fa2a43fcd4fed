/** `munisipyo mail`: shows the messages that the portal has written, of every channel, sent or not. */
import { countOfNoun } from '../portal/text/noun-count.ts';
import { withDatabase } from '../server/database/open-database.ts';
import { listMessages, readMessage, type StoredMessage } from '../server/mail/messages.ts';
import { readSettings } from '../server/kernel/settings.ts';
import { readArguments, refuse } from './arguments.ts';

export const usage = `Usage: munisipyo mail [--json]       lists the newest 200 messages, the newest last
       munisipyo mail NUMBER [--json]  shows one of them
`;

interface MailArguments {
  readonly number: number | null;
  readonly isJson: boolean;
}

/** Writes to standard output. If there is nothing to show, it says so on standard error. */
export async function mail(args: readonly string[]): Promise<number> {
  const words = parseWords(args);
  if (words === null) return refuse(usage);
  const settings = readSettings(process.env);
  return withDatabase(settings, async (database) => {
    if (words.number === null) return showAll(await listMessages(database), words.isJson);
    return showOne(await readMessage(database, words.number), words);
  });
}

function parseWords(args: readonly string[]): MailArguments | null {
  const { values, positionals = [] } = readArguments(args, { json: { type: 'boolean' } }) ?? {};
  const [number, ...more] = positionals;
  if (values === undefined || more.length > 0) return null;
  if (number !== undefined && !/^[1-9]\d{0,9}$/.test(number)) return null;
  return { number: number === undefined ? null : Number(number), isJson: values.json ?? false };
}

function showAll(messages: readonly StoredMessage[], isJson: boolean): number {
  if (isJson) {
    process.stdout.write(`${JSON.stringify(messages)}\n`);
    return 0;
  }
  if (messages.length === 0) process.stderr.write('The portal has written no mail yet.\n');
  for (const { number, at, state, channel, address, subject, problem } of messages) {
    const what = [String(number).padStart(5), at.slice(0, 16).replace('T', ' '), state.padEnd(7), channel];
    const trouble = problem === null ? '' : `  (${problem.replaceAll(/\s+/g, ' ')})`;
    process.stdout.write(`${what.join('  ')}  ${address}  ${subject}${trouble}\n`);
  }
  return 0;
}

function showOne(found: StoredMessage | null, { number, isJson }: MailArguments): number {
  if (found === null) return refuse(`There is no mail ${number}.\n`, 1);
  if (isJson) {
    process.stdout.write(`${JSON.stringify(found)}\n`);
    return 0;
  }
  const lines = [
    `Number:  ${found.number}`,
    `Written: ${found.at}`,
    `Channel: ${found.channel}`,
    `To:      ${found.name} <${found.address}>`,
    `Subject: ${found.subject}`,
    `State:   ${found.state}${found.tries > 0 ? `, tried ${countOfNoun(found.tries, 'time', 'times')}, last ${found.tried_at}` : ''}`,
    ...(found.problem === null ? [] : [`Problem: ${found.problem}`]),
  ];
  process.stdout.write(`${lines.join('\n')}\n\n${found.text.trimEnd()}\n`);
  return 0;
}
