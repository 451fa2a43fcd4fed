/** Opens the camera, if a step on records of this type is taken by scanning a code. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { lazy, useState } from 'react';
import { recordMessages } from '../../../locales/records.ts';
import { text } from '../../language/text.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { useSession, useSlice } from '../../session/portal-context.ts';

/** Loaded on demand: it reads codes from pictures. */
const Scanner = lazy(async () => ({ default: (await import('./scanner.tsx')).Scanner }));

export function ScanButton({ type }: { readonly type: string }) {
  const { recordTypes, departments } = useSlice();
  const { department } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const isOfOffice = department !== null && departments[department]?.kind !== 'requester';
  if (!isOfOffice || recordTypes[type]?.isScanned !== true) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {text(recordMessages.scan)}
      </Button>
      {isOpen && (
        <LazyPart isAbove>
          <Scanner onClose={() => setIsOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}
