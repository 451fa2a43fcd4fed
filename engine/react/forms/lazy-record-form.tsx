/** The form component, loaded on first use: the library is too large for pages without a form. */
import { lazy } from 'react';
import { Placeholder } from '../page/feedback.tsx';
import { LazyPart } from '../loading/lazy-part.tsx';
import type { RecordFormProps } from './record-form.tsx';

const load = async () => ({ default: (await import('./record-form.tsx')).RecordForm });

const Loaded = lazy(load);

/** For pages that show a form once they have read something. */
export function fetchRecordForm(): void {
  // A failure here occurs again, and is reported, when the form is shown.
  void load().catch(() => {});
}

export function RecordForm(props: RecordFormProps) {
  return (
    <LazyPart waiting={<Placeholder />}>
      <Loaded {...props} />
    </LazyPart>
  );
}
