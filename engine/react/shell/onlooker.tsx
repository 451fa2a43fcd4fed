/** The line above the page of somebody who sees the portal as another person. Its code is loaded for them alone. */
import { lazy, Suspense } from 'react';
import { useSession } from '../session/portal-context.ts';

const OnlookerLine = lazy(async () => ({ default: (await import('./onlooker-line.tsx')).OnlookerLine }));

export function Onlooker() {
  const { seenBy } = useSession();
  return seenBy ? (
    <Suspense fallback={null}>
      <OnlookerLine />
    </Suspense>
  ) : null;
}
