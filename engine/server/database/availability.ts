/** Notices that the database is unavailable and reconnects with back-off. */
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from './away.ts';

export interface Availability {
  isAway(): boolean;
  /** A connection was lost or could not be opened. Checks whether the database itself is unavailable. */
  doubt(): void;
  /** Stops trying; resolves once no attempt is running. */
  end(): Promise<void>;
}

export interface AvailabilityParts {
  /** Opens its own connection. @throws while the database is unavailable */
  readonly probe: () => Promise<void>;
  /** Restarts the server if this process owns it. */
  readonly revive?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Called once when the database becomes unavailable: queries on old connections get no answer. */
  readonly onAway: () => void;
  /** Receives one line for the operator. */
  readonly say: (line: string) => void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

export function createAvailability({ probe, revive, onAway, say }: AvailabilityParts): Availability {
  const ending = new AbortController();
  let isAway = false;
  let checking: Promise<void> | null = null;

  const lose = (error: unknown): void => {
    if (isAway) return;
    isAway = true;
    say(`The database is away: ${reasonOf(error)}`);
    onAway();
  };
  const check = async (): Promise<void> => {
    let told = '';
    for (let tries = 0; !ending.signal.aborted; tries += 1) {
      try {
        if (isAway) await revive?.(ending.signal);
        await probe();
        if (isAway) say('The database is back.');
        isAway = false;
        return;
      } catch (error) {
        if (ending.signal.aborted) return;
        const reason = reasonOf(error);
        if (isAway && told !== reason && tries > 2) say(`The database is still away: ${reason}`);
        told = reason;
        // The connection of an attempt may have been ended with the others.
        if (tries > 0) lose(error);
      }
      // The first attempt to revive it follows at once.
      if (tries > 1) await pause(FIRST_PAUSE_MS * 2 ** (tries - 2), ending.signal);
    }
  };
  return {
    isAway: () => isAway,
    doubt() {
      if (checking !== null || ending.signal.aborted) return;
      checking = check().finally(() => (checking = null));
    },
    async end() {
      ending.abort();
      await checking;
    },
  };
}

async function pause(duration: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(duration, LONGEST_PAUSE_MS), undefined, { signal }).catch(() => {});
}
