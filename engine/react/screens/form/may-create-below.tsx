/** Shows a new record's form only if this visitor may create one now, below its parent. */
import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useRecord } from '../../data/hooks.ts';
import { Fallback, Notice } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { recordMessages } from '../../../locales/records.ts';
import { text } from '../../language/text.ts';

export interface Above {
  readonly type: string;
  readonly slug: string;
}

interface MayCreateBelowProps {
  readonly type: string;
  /** Null: it has no parent. */
  readonly above: Above | null;
  /** Heading of the page while there is no form; omitted if the page has its own. */
  readonly title?: string;
  readonly children: ReactNode;
}

export function MayCreateBelow({ type, above, title, children }: MayCreateBelowProps) {
  const { recordTypes } = useSlice();
  const recordType = recordTypes[type];
  // A record with a kind needs its kind before the rule can be evaluated.
  const reason = recordType?.kinds.length === 0 ? recordType.cannotCreate : undefined;
  if (above === null && reason !== undefined) return <Closed title={title} reason={reason} />;
  const isAsked = above !== null && recordType?.kinds.length === 0 && recordType.parents.includes(above.type);
  return isAsked ? (
    <BelowRecord type={type} above={above} {...(title !== undefined && { title })}>
      {children}
    </BelowRecord>
  ) : (
    children
  );
}

function BelowRecord({ type, above, title, children }: MayCreateBelowProps & { readonly above: Above }) {
  const { data, error, mutate } = useRecord(above.type, above.slug);
  const { recordTypes } = useSlice();
  const [isBegun, setIsBegun] = useState(false);
  // A started form stays open if the parent changes: the server rejects what is no longer possible.
  if (data?.begins.includes(type) === true && !isBegun) setIsBegun(true);
  if (isBegun) return children;
  const reason = recordTypes[type]?.cannotCreate ?? text(recordMessages.nothingBegins);
  if (data !== undefined) return <Closed title={title} reason={reason} />;
  return (
    <>
      {title !== undefined && <PageHead title={title} />}
      <Fallback error={error} retry={mutate} />
    </>
  );
}

function Closed({ title, reason }: { readonly title: string | undefined; readonly reason: string }) {
  return (
    <>
      {title !== undefined && <PageHead title={title} />}
      <Notice icon={IconClock}>{reason}</Notice>
    </>
  );
}
