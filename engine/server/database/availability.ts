/** An unreachable database: how it is recognised, and how the connections come back. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The database is unreachable or has closed the connection. The same call may succeed later. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';
}

/** Also recognises errors that a library has copied into its own object. */
export function isAwayError(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'name' in error && error.name === DatabaseAwayError.name
  );
}

/**
 * Class 08 is a broken connection; 57P01 to 57P03 a server that stops or starts; 25006 a server that became a
 * standby.
 */
const AWAY_STATES = /^(08...|57P0[1-3]|25006)$/;

const AWAY_SYSTEM_CALLS: ReadonlySet<string | undefined> = new Set([
  'connect',
  'read',
  'write',
  'getaddrinfo',
]);

/** The driver's messages about its own connection, which have no code. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client (has encountered|was closed)|Client is not queryable|timeout expired|Query read timeout)/;

/** The server is up but too busy for this call: too many connections, or a statement over its time limit. */
const BUSY_STATES: ReadonlySet<string | undefined> = new Set(['53300', '57014']);
const BUSY_MESSAGE = 'timeout exceeded when trying to connect';

interface DriverError extends Error {
  readonly code?: string;
  readonly syscall?: string;
}

/** True if the connection could not be opened or was lost. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall, message } = error as DriverError;
  return AWAY_STATES.test(code) || AWAY_SYSTEM_CALLS.has(syscall) || AWAY_MESSAGES.test(message);
}

/** The error for callers of the database: a DatabaseAwayError if a later attempt may succeed. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAwayError) return error;
  const isBusy = BUSY_STATES.has((error as DriverError).code) || error.message === BUSY_MESSAGE;
  if (!isBusy && !isConnectionLost(error)) return error;
  return new DatabaseAwayError(reasonOf(error), { cause: error });
}

/** A standby, or `default_transaction_read_only`. */
const READ_ONLY_STATE = '25006';

/** One line. A failure to connect to several addresses has no message of its own. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, code } = error as DriverError;
  if (code === READ_ONLY_STATE) return 'the database is read-only';
  return (message || code || error.name).trim().split('\n', 1)[0] ?? '';
}

/** A line for the operator. */
export function describeAway({ message, cause }: DatabaseAwayError): string {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  if (code !== READ_ONLY_STATE) return `The database is away: ${message}`;
  return 'The database is read-only. Name the primary server, or switch default_transaction_read_only off.';
}

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
