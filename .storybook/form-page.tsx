/** A single form, as the form screen shows it; submitting shows the answers that it would send. */
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { RecordForm } from '../engine/react/forms/record-form.tsx';
import { PortalContext, type PortalServices } from '../engine/react/session/portal-context.ts';
import { ThemeProvider } from '../engine/react/theme/theme.tsx';
import type { Portal } from '../engine/portal/model/portal.ts';

type Answers = Readonly<Record<string, unknown>>;

interface FormPageProps {
  readonly portal: Portal;
  readonly services: PortalServices;
  readonly hash: string;
  readonly data: Answers;
}

export function FormPage({ portal, services, hash, data }: FormPageProps) {
  const [answers, setAnswers] = useState(data);
  const [sent, setSent] = useState<Answers | null>(null);
  const form = portal.forms[hash];
  if (form === undefined) return null;
  return (
    <PortalContext value={services}>
      <ThemeProvider>
        <main style={{ maxWidth: 560, margin: '24px auto', padding: '0 16px' }}>
          <h1>{form.title}</h1>
          <MemoryRouter>
            <RecordForm
              form={form}
              data={answers}
              onChange={setAnswers}
              onSubmit={setSent}
              submitLabel="Send"
            />
          </MemoryRouter>
          {sent !== null && <output>{JSON.stringify(sent)}</output>}
        </main>
      </ThemeProvider>
    </PortalContext>
  );
}
