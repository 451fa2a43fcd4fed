/**
 * In the place of `markdown-to-jsx` in the build (vite.config.ts): the form library writes Markdown only where a schema
 * asks for it, and ours never do. It was a third of the file of forms.
 */
import type { ReactNode } from 'react';

export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children;
}
