/** The summary of the errors of a form. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ErrorSummary } from './form-surroundings.tsx';

const error = (title: string, message: string) => ({ path: title, title, message, step: null });

test('names each question once', () => {
  const errors = [error('E-mail', 'Enter “E-mail”.'), error('Password', 'Enter at least 10 characters.')];
  const shown = renderToStaticMarkup(
    <ErrorSummary errors={errors} corrected={new Set()} takesFocus={false} onOpen={() => {}} />,
  );
  expect(shown).toContain('<li>Enter “E-mail”.</li>');
  expect(shown).toContain('<li>Password – Enter at least 10 characters.</li>');
});
