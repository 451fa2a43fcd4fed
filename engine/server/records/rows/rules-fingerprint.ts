/** The hash of the rules of a record's life cycle. Each record stores the one under which it was last checked. */
import { createHash } from 'node:crypto';
import { automaticRules } from '../../../portal/life/automatic-rules.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Portal } from '../../../portal/model/portal.ts';

/** Fits an `integer` of the database and is never 0, which means that no rules are known. */
export const fingerprintOfRules = onceForEach((portal: Portal): number => {
  const digest = createHash('sha256')
    .update(JSON.stringify(automaticRules(portal)))
    .digest();
  return digest.readInt32BE(0) || 1;
});
