/** The other people of the office who are looking at the record now. */
import { IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { WireRecord } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { useLiveChanges, type LiveChange } from '../../data/live.ts';
import { sayParts } from '../../page/dates.ts';
import { usePortal, useSession } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icon.tsx';
import styles from './actions.module.css';

/** The server forgets a page that has not told for more than twice as long. */
const heartbeat = 20_000;

/** Whoever only passes by is not told of, and the page reads what it shows first. */
const aMoment = 3_000;

export function RecordViewers({ record: { type, slug } }: { readonly record: WireRecord }) {
  const names = useViewers(type, slug);
  return (
    <p className={styles.viewers} aria-live="polite">
      {names.length > 0 && (
        <>
          <Icon of={IconEye} size={16} />
          <span>{text(recordMessages.viewedBy, { names: sayParts(names) })}</span>
        </>
      )}
    </p>
  );
}

/** Tells the server that the page is open while its tab is visible. @returns the names of the others */
function useViewers(type: string, slug: string): readonly string[] {
  const { client } = usePortal();
  const isSeen = useSession().seenBy !== null;
  const [names, setNames] = useState<readonly string[]>([]);
  const [{ hear, follow }] = useState(createHeartbeat);
  useLiveChanges(hear);
  useEffect(() => {
    if (isSeen) return;
    let isLeft = false;
    let isTold = false;
    const tell = async (here: boolean) => {
      isTold = true;
      const result = await client.send('PUT /presences/:type/:slug', {
        params: { type, slug },
        body: { here },
      });
      if (result.ok && !isLeft) setNames(result.value.viewers.map(({ name }) => name));
    };
    const beat = () => {
      if (document.visibilityState === 'visible') void tell(true);
    };
    const change = () => void tell(document.visibilityState === 'visible');
    follow(beat);
    const first = setTimeout(beat, aMoment);
    const timer = setInterval(beat, heartbeat);
    document.addEventListener('visibilitychange', change);
    return () => {
      isLeft = true;
      follow(null);
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', change);
      if (isTold) void tell(false);
    };
  }, [client, follow, isSeen, slug, type]);
  return names;
}

/** Beats at once when somebody comes or leaves. */
function createHeartbeat() {
  let beat: (() => void) | null = null;
  return {
    follow: (next: (() => void) | null) => void (beat = next),
    hear: ({ event }: LiveChange) => {
      if (event === 'viewers' || event === 'all') beat?.();
    },
  };
}
