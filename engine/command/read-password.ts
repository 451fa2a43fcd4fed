/** A password from standard input: piped as it is, or typed on a terminal without being shown. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** @returns the first line, without its end */
export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return askForPassword();
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text.split(/\r?\n/, 1)[0] ?? '';
}

async function askForPassword(): Promise<string> {
  process.stderr.write('Password (at least 10 characters): ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await line.question('');
  } finally {
    line.close();
    process.stderr.write('\n');
  }
}
