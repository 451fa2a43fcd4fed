/** A page with a form: a draft that is saved while typing, a record created in one step, or a change of a record. */
import { LookupForm } from '../../lookups/lookup-form.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import { PageHead } from '../../page/page-head.tsx';
import { useSession, useSlice } from '../../portal-context.ts';
import { subjectOf } from '../../records/links/pages.ts';
import { ChangePage } from './change-page.tsx';
import { CreatePage } from './create-page.tsx';
import { DraftPage } from './draft-page.tsx';

export function FormScreen(props: ScreenProps) {
  return props.route.lookup === null ? <RecordFormPage {...props} /> : <LookupForm {...props} />;
}

function RecordFormPage({ route, params }: ScreenProps) {
  const slice = useSlice();
  const { token } = useSession();
  const named = subjectOf(route, params);
  const type = route.of[0]?.type ?? named?.type;
  if (type === undefined) return <PageHead title={route.title} />;
  if (named?.type === type) return <ChangePage title={route.title} type={type} slug={named.slug} />;
  const about = { title: route.title, type, above: named };
  const recordType = slice.recordTypes[type];
  const initial = recordType?.initial ?? null;
  const isDraft = initial !== null && recordType?.states[initial]?.waitsFor === 'owner';
  return isDraft && token !== null ? <DraftPage {...about} initial={initial} /> : <CreatePage {...about} />;
}
