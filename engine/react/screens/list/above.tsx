/** The parent of a list, with the list below it. Without the parent, no list is shown. */
import type { ReactNode } from 'react';
import type { Route } from '../../../portal/model/route.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { useRecord } from '../../api/hooks.ts';
import { Trouble } from '../../page/trouble.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { RecordSummary } from '../../records/record-summary.tsx';
import { useRefreshLists } from '../../records/use-refresh-lists.ts';

interface AboveProps {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** The list. */
  readonly children: ReactNode;
}

export function Above({ route, params, children }: AboveProps) {
  const domain = route.below === null ? undefined : route.params[route.below];
  if (route.below === null || domain === undefined || !('record' in domain)) return children;
  return (
    <Loaded type={domain.record} slug={params[route.below] ?? ''}>
      {children}
    </Loaded>
  );
}

interface LoadedProps {
  readonly type: string;
  readonly slug: string;
  readonly children: ReactNode;
}

function Loaded({ type, slug, children }: LoadedProps) {
  const { data, error, mutate } = useRecord(type, slug);
  const refresh = useRefreshLists();
  if (error !== undefined && data === undefined)
    return <Trouble error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Waiting />;
  const change = (record: WireRecord) => {
    void mutate(record);
    refresh();
  };
  return (
    <RecordSummary record={data} onChange={change}>
      {children}
    </RecordSummary>
  );
}
