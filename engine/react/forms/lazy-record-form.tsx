/** The form component, loaded when a form is first shown: the library is too large for pages without one. */
import { lazy, Suspense } from 'react';
import { Waiting } from '../page/waiting.tsx';
import type { RecordFormProps } from './record-form.tsx';

const Loaded = lazy(async () => ({ default: (await import('./record-form.tsx')).RecordForm }));

export function RecordForm(props: RecordFormProps) {
  return (
    <Suspense fallback={<Waiting />}>
      <Loaded {...props} />
    </Suspense>
  );
}
