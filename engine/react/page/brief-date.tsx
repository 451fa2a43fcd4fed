/** A date in a narrow column: short to see, whole on hover and for screen readers. */
import type { ReactNode } from 'react';

interface BriefDateProps {
  readonly iso: string;
  /** The whole date in words. */
  readonly full: string;
  readonly className?: string | undefined;
  /** The short form. */
  readonly children: ReactNode;
}

export function BriefDate({ iso, full, className, children }: BriefDateProps) {
  return (
    <time dateTime={iso} title={full} className={className}>
      <span aria-hidden="true">{children}</span>
      <span data-spoken>{full}</span>
    </time>
  );
}
