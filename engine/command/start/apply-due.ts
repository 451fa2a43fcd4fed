/** Puts in force what waited for its time, in a process of its own: the compiler must not delay requests. */
import { isAwayError } from '../../server/database/availability.ts';
import type { Application } from '../../server/kernel/application.ts';
import { dueWishes, waitingName, whileAlone } from '../../server/portals/wished-versions.ts';
import { runApart } from '../apart/run-apart.ts';

/** Milliseconds between two looks. */
const EVERY = 5000;
/** Milliseconds before what could not be put in force is tried again. */
const AGAIN = 60_000;

/** @returns a function that stops it, and ends what runs */
export function applyWhatIsDue(
  { database }: Pick<Application, 'database'>,
  say: (line: string) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const tried = new Map<number, number>();
  const told = new Map<number, string>();
  const applyAll = async (): Promise<void> => {
    for (const number of await dueWishes(database)) {
      if (ending.signal.aborted || Date.now() - (tried.get(number) ?? -Infinity) < AGAIN) continue;
      const refusal = await runApply(number, ending.signal);
      // The next server applies it.
      if (ending.signal.aborted) return;
      tried.set(number, Date.now());
      if (refusal === '' || told.get(number) === refusal) continue;
      told.set(number, refusal);
      say(`What waits as ${waitingName(number)} cannot be put in force: ${refusal}`);
    }
  };
  const look = async (): Promise<void> => {
    if ((await dueWishes(database)).length > 0) await whileAlone(database.lasting, applyAll);
  };
  let last: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(look).catch((error: unknown) => {
      // An outage is reported elsewhere.
      if (!isAwayError(error)) say(String(error));
    });
  }, EVERY).unref();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await last;
  };
}

/** @returns why not; empty: it is in force */
async function runApply(number: number, signal: AbortSignal): Promise<string> {
  const { code, err } = await runApart(['apply', '--waiting', waitingName(number)], { signal });
  return code === 0 ? '' : err.trim() || `it ended with exit code ${code}`;
}
