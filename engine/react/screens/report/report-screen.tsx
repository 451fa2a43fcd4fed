/** A page of reports for a period that the reader chooses; the URL contains the period. */
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '../../page/page-head.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import { PeriodForm, ReportView } from '../../reports/report-view.tsx';

export function ReportScreen({ route }: ScreenProps) {
  const [search] = useSearchParams();
  const period = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  return (
    <>
      <PageHead title={route.title} />
      <PeriodForm period={period} key={`${period.from} ${period.to}`} />
      {route.reports.map((name) => (
        <ReportView key={name} name={name} period={period} />
      ))}
    </>
  );
}
