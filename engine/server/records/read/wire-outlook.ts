/** The status of a record, in the reader's language. */
import type { Scope } from '../../../portal/conditions/scope.ts';
import { outlookOf } from '../../../portal/wire/outlook.ts';
import type { RecordContext } from '../../../portal/model/record.ts';
import { valueShown } from '../../../portal/text/tell.ts';
import type { WireRecord } from '../../../contract/record.ts';

/**
 * @param asker with the portal in the reader's language
 * @param ownerName name of the owner's account, or null
 */
export function wireOutlook(
  { portal, visitor }: Scope,
  context: RecordContext,
  ownerName: string | null,
): Pick<WireRecord, 'waits_for' | 'next' | 'parts' | 'answered'> {
  const { waits_for, next, ...rest } = outlookOf({ portal, visitor }, { context, ownerName });
  const tell = (value: Parameters<typeof valueShown>[1] | null) =>
    value === null ? null : valueShown(portal, value);
  return {
    ...rest,
    waits_for: waits_for && { ...waits_for, title: tell(waits_for.title) },
    next: next.map((step) => ({ ...step, title: valueShown(portal, step.title), who: tell(step.who) })),
  };
}
