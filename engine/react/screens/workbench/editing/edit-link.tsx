/** Links to parts of the configuration for those who may edit it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { editingMessages } from '../../../../locales/editing.ts';
import { useRead } from '../../../data/hooks.ts';
import { text } from '../../../language/text.ts';

/** The query of the page that edits this part. */
export function editAddress(file: string, at = ''): string {
  return `?${new URLSearchParams({ part: 'edit', file, ...(at !== '' && { at }) }).toString()}`;
}

interface EditLinkProps {
  readonly file: string;
  readonly at?: string;
  /** What it edits, for those who hear the link alone. */
  readonly title: string;
  readonly children?: ReactNode;
}

/** Nothing for others. */
export function EditLink({ file, at = '', title, children = text(editingMessages.change) }: EditLinkProps) {
  const { data } = useRead('GET /workbench', {});
  if (data?.mayEdit !== true) return null;
  return (
    <Link to={{ search: editAddress(file, at) }} aria-label={`${text(editingMessages.change)}: ${title}`}>
      {children}
    </Link>
  );
}
