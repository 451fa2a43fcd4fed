/** Writes JSON answers by the schemas of the contract: a field that they do not declare is not sent. */
import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { onceForEach } from '../../portal/values/once-for-each.ts';

const writerOf = onceForEach((schema: TSchema) => fastJson(declaredParts(schema) as object));

export const compileOutput: FastifySerializerCompiler<TSchema> = ({ schema }) => writerOf(schema);

/** The answer as the text that is sent and stored. */
export function writeAnswer<T extends TSchema>(schema: T, answer: Static<T>): string {
  return writerOf(schema)(answer);
}

/**
 * The schema, but with `{}` for objects without declared fields and for lists of them. `JSON.stringify` writes these,
 * which takes half the time.
 */
function declaredParts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(declaredParts);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(
    Object.entries(schema).map(([keyword, part]) => [keyword, declaredParts(part)]),
  );
  const isOpen = parts['additionalProperties'] === true && parts['properties'] === undefined;
  return isOpen || isEmpty(parts['items']) ? {} : parts;
}

function isEmpty(part: unknown): boolean {
  return typeof part === 'object' && part !== null && Object.keys(part).length === 0;
}
