/** The record that a list stands below: what it is, how it stands, what can be done with it. */
import type { Route } from '../../../portal/route.ts';
import { useRecord } from '../../api/hooks.ts';
import { Trouble } from '../../page/trouble.tsx';
import { RecordSummary } from '../../records/record-summary.tsx';

interface AboveProps {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

export function Above({ route, params }: AboveProps) {
  const domain = route.below === null ? undefined : route.params[route.below];
  if (route.below === null || domain === undefined || !('record' in domain)) return null;
  return <Loaded type={domain.record} slug={params[route.below] ?? ''} />;
}

function Loaded({ type, slug }: { readonly type: string; readonly slug: string }) {
  const { data, error, mutate } = useRecord(type, slug);
  if (error !== undefined && data === undefined)
    return <Trouble error={error} onRetry={() => void mutate()} />;
  return data === undefined ? null : (
    <RecordSummary record={data} onChange={(record) => void mutate(record)} />
  );
}
