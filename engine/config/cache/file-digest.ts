/** The digest of a file with its place, which diagnostics name. */
import { hash } from 'node:crypto';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import type { ParsedFile } from '../source/source.ts';
import { digestOfText } from './compile-cache.ts';

/** Hexadecimal. Of a file that was merged from layers it covers only the nearest. */
export const digestOfFile = onceForEach(({ path, text }: ParsedFile): string =>
  hash('sha256', JSON.stringify([path, digestOfText(text)]), 'hex'),
);
