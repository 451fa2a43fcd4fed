/** Refuses patterns that could freeze a browser, or that the server cannot match in linear time. */
import { type JsonSchema, longestName, longestText } from '../../../portal/model/form.ts';
import { isAmbiguous } from '../../../portal/patterns/is-ambiguous.ts';
import { linearPattern, type LinearPattern } from '../../../portal/patterns/linear-pattern.ts';
import { isPattern } from '../../validate/pattern.ts';
import { child, type Cursor, entries, isPresent } from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';

/** Length of a text times size of its pattern: a tenth of a second in the worst case. */
const mostSteps = 2_000_000;

/** A rejected pattern is removed, so that no example is matched with it. */
export function limitPatterns(at: Cursor, schema: JsonSchema, context: LinkContext): JsonSchema {
  return withSafeNames(at, withSafePattern(at, schema, context), context);
}

function withSafePattern(at: Cursor, schema: JsonSchema, context: LinkContext): JsonSchema {
  const { pattern, ...rest } = schema;
  if (typeof pattern !== 'string') return schema;
  const place = child(at, 'pattern');
  const limit = typeof schema.maxLength === 'number' ? schema.maxLength : longestText;
  const isSafe = isSafePattern(pattern, { limit, at: isPresent(place) ? place : at, context });
  return isSafe ? { ...rest, maxLength: limit, pattern } : rest;
}

function withSafeNames(at: Cursor, schema: JsonSchema, context: LinkContext): JsonSchema {
  const said = entries(child(at, 'patternProperties'));
  const unsafe = said.filter(
    ([pattern, place]) => !isSafePattern(pattern, { limit: longestName, at: place, context }),
  );
  if (unsafe.length === 0) return schema;
  const names = new Set(unsafe.map(([pattern]) => pattern));
  const { patternProperties, ...rest } = schema;
  const safe = Object.entries(Object(patternProperties)).filter(([pattern]) => !names.has(pattern));
  return { ...rest, patternProperties: Object.fromEntries(safe) };
}

interface Use {
  /** The longest text that the pattern may match. */
  readonly limit: number;
  readonly at: Cursor;
  readonly context: Pick<LinkContext, 'diagnostics'>;
}

export function isSafePattern(pattern: string, { limit, at, context }: Use): boolean {
  // The schema of form files already rejects it.
  if (!isPattern(pattern)) return false;
  const { server, backtracks } = patternCost(pattern);
  if (server.is === 'not-linear') {
    report(context, 'form/pattern-not-linear', at, { pattern, word: server.word });
    return false;
  }
  if (backtracks) {
    report(context, 'form/pattern-backtracks', at, { pattern });
    return false;
  }
  const most = Math.floor(mostSteps / Math.max(1, server.size));
  if (limit <= most) return true;
  report(context, 'form/pattern-slow', at, { pattern, size: server.size, limit, most });
  return false;
}

interface PatternCost {
  /** The server matches it in linear time. */
  readonly server: LinearPattern;
  /** A browser, which backtracks, can take hours for a short text. */
  readonly backtracks: boolean;
}

const known = new Map<string, PatternCost>();

/** @param pattern a valid regular expression */
function patternCost(pattern: string): PatternCost {
  const found = known.get(pattern) ?? { server: linearPattern(pattern), backtracks: isAmbiguous(pattern) };
  known.set(pattern, found);
  return found;
}
