/** Whether the page is being printed. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Follows printing. The print shows what the page is like when the listener returns. */
export function useIsPaper(): boolean {
  const [isPaper, setIsPaper] = useState(() => window.matchMedia('print').matches);
  useEffect(() => {
    const media = window.matchMedia('print');
    const change = ({ matches }: { readonly matches: boolean }) => flushSync(() => setIsPaper(matches));
    const before = () => change({ matches: true });
    const after = () => change({ matches: false });
    media.addEventListener('change', change);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      media.removeEventListener('change', change);
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPaper;
}
