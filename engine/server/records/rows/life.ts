/** A number for the rules by which records live: each record keeps the one under which it was last looked at. */
import { createHash } from 'node:crypto';
import { decidingPart } from '../../../portal/life/deciding.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Portal } from '../../../portal/model/portal.ts';

/** Fits an `integer` of the database, and is never 0, which means that no life is known. */
export const lifeOf = onceForEach((portal: Portal): number => {
  const digest = createHash('sha256')
    .update(JSON.stringify(decidingPart(portal)))
    .digest();
  return digest.readInt32BE(0) || 1;
});
