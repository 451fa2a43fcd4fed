/** The place in which a paper is scrolled, dragged and zoomed. */
import type { ReactNode } from 'react';
import styles from './papers.module.css';
import type { PaperPlace } from './use-place.ts';

interface PlaceProps extends Pick<PaperPlace, 'ref' | 'handlers'> {
  /** Of the file. */
  readonly name: string;
  readonly children: ReactNode;
}

export function Place({ ref, handlers, name, children }: PlaceProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the mouse drags; keys scroll
    <section
      ref={ref}
      className={styles.place}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
      tabIndex={0}
      aria-label={name}
      {...handlers}
    >
      {children}
    </section>
  );
}
