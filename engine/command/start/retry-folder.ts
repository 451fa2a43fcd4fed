/**
 * In production, tries a folder again that was refused at the start: after a change of its files, and now and then,
 * because what is in its way may go from the database. Once it is in force, it is no longer followed.
 */
import type { Portal } from '../../portal/model/portal.ts';
import type { LiveApplication } from '../../server/kernel/create-application.ts';
import { isDecidedByCommand } from '../../server/portals/applied-versions.ts';
import type { InsteadOfFolder } from './choose-configuration.ts';
import { followConfiguration, type FollowOptions } from './follow-configuration.ts';

export interface RefusedFolder extends Pick<FollowOptions, 'files' | 'compiler' | 'say' | 'waits'> {
  /** Its configuration; null: it is broken. */
  readonly portal: Portal | null;
  /** The version that is served instead, and why, as it was said. */
  readonly instead: InsteadOfFolder;
}

/** @returns a function that stops it */
export function retryFolder(
  application: LiveApplication,
  { portal, instead, waits = [10_000, 600_000], ...options }: RefusedFolder,
): () => Promise<void> {
  const { settings, noteFolder } = application;
  const noteRefused = (): void =>
    noteFolder(
      `${settings.configDirectory} was refused: version ${instead.number} is served, and it is tried again`,
    );
  let ending: Promise<void> | null = null;
  const stop = followConfiguration(application, {
    ...options,
    waits,
    current: portal?.hash ?? '',
    refused: { portal, reasons: instead.reasons },
    note(fault) {
      if (fault !== null) return noteRefused();
      noteFolder(null);
      ending = stop();
    },
    async isOver(client) {
      const isLeft = await isDecidedByCommand(client);
      if (isLeft) noteFolder(null);
      return isLeft;
    },
  });
  noteRefused();
  return () => ending ?? stop();
}
