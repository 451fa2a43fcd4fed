/** The form component, loaded on first use: the library is too large for pages without a form. */
import { lazy, Suspense } from 'react';
import { Placeholder } from '../page/feedback.tsx';
import type { RecordFormProps } from './record-form.tsx';

const Loaded = lazy(async () => ({ default: (await import('./record-form.tsx')).RecordForm }));

export function RecordForm(props: RecordFormProps) {
  return (
    <Suspense fallback={<Placeholder />}>
      <Loaded {...props} />
    </Suspense>
  );
}
