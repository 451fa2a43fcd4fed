/** What the button that sends a draft says: the same before its first answer is saved as afterwards. */
import { pathOf } from '../../../portal/routing/links.ts';
import type { WireRecord } from '../../../portal/wire/wire.ts';
import { useSlice } from '../../portal-context.ts';
import { useVisitor } from '../../shell/use-navigation.ts';
import { text } from '../../text.ts';
import { filingOf } from './filing.ts';
import { usePapersPage } from './use-papers-page.ts';
import { formMessages } from '../../../locales/forms.ts';

/** @param record null: there is none yet */
export function useFilingLabel(type: string, record: WireRecord | null): string {
  const slice = useSlice();
  const asksPapers = usePapersPage()(record) !== null;
  const hasPage = usePageToCome(type);
  const { first, initial } = slice.recordTypes[type] ?? {};
  if (record === null ? first?.asksPapers === true && hasPage : asksPapers)
    return text(formMessages.continueToPapers);
  const draft = record ?? { type, state: initial ?? '', actions: first?.actions ?? [] };
  return filingOf(slice, draft)?.title ?? text(formMessages.send);
}

/** Will a record of this type have a page of its own? */
function usePageToCome(type: string): boolean {
  const slice = useSlice();
  const visitor = useVisitor();
  return (
    pathOf({ portal: slice, visitor }, { type, slug: 'new', kind: null, office: null, ancestors: [] }) !==
    null
  );
}
