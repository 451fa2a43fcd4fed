/** The outcome of ordering a version, as text for people and as JSON for programs. */
import { waitingName } from '../../server/portals/wished-versions.ts';
import { sayWaiting, type WaitingVersion } from '../plan/say-waiting.ts';

export type VersionOutcome =
  | { readonly is: 'applied'; readonly number: number; readonly before: number }
  | { readonly is: 'same'; readonly number: number }
  | { readonly is: 'waits'; readonly wish: WaitingVersion; readonly timeZone: string }
  /** Others have put it in force or taken it back meanwhile. */
  | { readonly is: 'gone' | 'withdrawn'; readonly wish: Pick<WaitingVersion, 'number'> }
  /** Only its plan was wanted. */
  | { readonly is: 'planned' }
  | RefusedVersion;

export interface RefusedVersion {
  readonly is: 'refused';
  /** Lines for people. */
  readonly reasons: readonly string[];
  /** 2: wrong arguments. */
  readonly code: 1 | 2;
}

/** The outcome as `--format json` writes it. */
interface WrittenOutcome {
  readonly is: VersionOutcome['is'];
  /** Its number, or the name under which it waits. */
  readonly version: string | null;
  readonly reasons: readonly string[];
}

export const outcomeFormats = ['text', 'json'] as const;
export type OutcomeFormat = (typeof outcomeFormats)[number];

export function refused(reason: string, code: RefusedVersion['code'] = 1): RefusedVersion {
  return { is: 'refused', reasons: reason.split('\n').filter((line) => line !== ''), code };
}

/** Writes it to standard output, and for people a refusal to standard error. @returns the exit code */
export function writeOutcome(outcome: VersionOutcome, format: OutcomeFormat): number {
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify(writtenOutcome(outcome))}\n`);
  } else if (outcome.is === 'refused') {
    process.stderr.write(outcome.reasons.map((line) => `${line}\n`).join(''));
  } else {
    process.stdout.write(sayOutcome(outcome));
  }
  return outcome.is === 'refused' ? outcome.code : 0;
}

function writtenOutcome(outcome: VersionOutcome): WrittenOutcome {
  return {
    is: outcome.is,
    version: nameOf(outcome),
    reasons: outcome.is === 'refused' ? outcome.reasons : [],
  };
}

function nameOf(outcome: VersionOutcome): string | null {
  if ('number' in outcome) return String(outcome.number);
  return 'wish' in outcome ? waitingName(outcome.wish.number) : null;
}

function sayOutcome(outcome: Exclude<VersionOutcome, RefusedVersion>): string {
  switch (outcome.is) {
    case 'applied':
      return outcome.number === outcome.before
        ? `Version ${outcome.before} is in force as before. From now on, servers in production serve what is applied, not their folder.\n`
        : `Version ${outcome.number} is in force. To take it back: munisipyo rollback ${outcome.before} --message "…"\n`;
    case 'same':
      return `Version ${outcome.number} is in force already, with the same content.\n`;
    case 'waits':
      return `${sayWaiting(outcome.wish, outcome.timeZone)}\n`;
    case 'withdrawn':
      return `${waitingName(outcome.wish.number)} was taken back.\n`;
    case 'gone':
    case 'planned':
      return '';
  }
}
