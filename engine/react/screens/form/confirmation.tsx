/** Said when something has been sent: that it arrived, under which number, and what happens next. */
import { useEffect, useRef, type ReactNode } from 'react';
import { text } from '../../text.ts';
import styles from './form.module.css';
import { formMessages } from '../../../locales/forms.ts';

interface ConfirmationProps {
  readonly title: string;
  /** In the panel, under the title. */
  readonly panel: ReactNode;
  /** What happens next. */
  readonly children: ReactNode;
  /** What came of it, as wide as the page. */
  readonly below?: ReactNode;
}

export function Confirmation({ title, panel, children, below }: ConfirmationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <div className={styles.filed}>
      <div className={styles.panel}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {panel}
      </div>
      <section className={styles.next}>
        <h2>{text(formMessages.whatHappensNext)}</h2>
        {children}
      </section>
      {below}
    </div>
  );
}
