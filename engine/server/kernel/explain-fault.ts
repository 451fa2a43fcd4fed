/** Failures that an operator can fix, explained in one line instead of a stack trace. */
import { DatabaseError } from 'pg';
import { DatabaseAwayError, describeAway } from '../database/availability.ts';
import { SettingsError } from './settings.ts';
import { StartError } from '../process/start-error.ts';

/** The exit code of a failed command: 2 for wrong variables of the environment. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof SettingsError ? 2 : 1;
}

/** @returns null for a failure that is a bug of the program */
export function explainFault(error: unknown): string | null {
  if (error instanceof StartError || error instanceof SettingsError) return error.message;
  if (error instanceof DatabaseAwayError) return describeAway(error);
  if (error instanceof DatabaseError)
    return `The database refuses: ${error.message} (${error.code ?? 'no code'})`;
  return null;
}
