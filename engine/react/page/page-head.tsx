/** The head of every page: its only heading, its state and its actions. It takes the focus after a navigation. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { requestFocus, takeFocusRequest } from './focus-request.ts';
import styles from './page.module.css';

interface PageHeadProps {
  readonly title: string;
  /** Under the title: number, state, current holder. */
  readonly below?: ReactNode;
  /** One primary action, the rest in a menu. */
  readonly actions?: ReactNode;
}

export function PageHead({ title, below, actions }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takeFocusRequest()) heading.current?.focus({ preventScroll: true });
  });
  // Once the page has loaded, it may draw another head in place of this one.
  useLayoutEffect(() => {
    const own = heading.current;
    return () => {
      if (own !== null && own === document.activeElement) requestFocus();
    };
  }, []);
  return (
    <div className={styles.head}>
      <div className={styles.text}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {below !== undefined && <div className={styles.below}>{below}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
