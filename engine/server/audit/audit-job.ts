/** The jobs for histories: anchor them every hour, and verify them every night. */
import type { Application } from '../kernel/application.ts';
import { anchorEvents } from './anchors.ts';
import { verifyHistories } from './verify-histories.ts';

/** Writes one line to the server's log. */
export type Note = (level: 'info' | 'error', fields: object, message: string) => void;

/** Anchors new events, and writes the anchor to the log. */
export async function anchorNow({ database, auditKey }: Application, note: Note): Promise<void> {
  const anchor = await anchorEvents(database, auditKey);
  if (anchor !== null) note('info', { anchor }, 'histories anchored');
}

/** Anchors and verifies, and reports each fault as an error line. */
export async function auditNow(application: Application, note: Note): Promise<void> {
  await anchorNow(application, note);
  const { findings, found, ...counts } = await verifyHistories(application.database, application.auditKey);
  for (const finding of findings) note('error', { finding }, 'a history is broken');
  note(found === 0 ? 'info' : 'error', { ...counts, broken: found }, 'histories verified');
}
