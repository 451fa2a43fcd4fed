/** Loads the next rows of a list as soon as somebody scrolls near its end. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useEffect, useRef } from 'react';
import { listMessages } from '../../../locales/lists.ts';
import { text } from '../../language/text.ts';
import styles from './list.module.css';

interface MoreRowsProps {
  readonly isBusy: boolean;
  /** The last rows could not be loaded: only the person, or the connection, tries again. */
  readonly hasFailed: boolean;
  readonly onMore: () => void;
}

/** Early enough for the rows to be there when they are scrolled to. */
const distance = '1200px';

export function MoreRows({ isBusy, hasFailed, onMore }: MoreRowsProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => void (more.current = onMore));
  const isReady = !isBusy && !hasFailed;
  useEffect(() => {
    const element = end.current;
    if (element === null || !isReady) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && more.current(), {
      rootMargin: `0px 0px ${distance}`,
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [isReady]);
  return (
    <div ref={end} className={styles.more}>
      <Button variant="default" loading={isBusy} onClick={onMore}>
        {text(listMessages.showMore)}
      </Button>
    </div>
  );
}
