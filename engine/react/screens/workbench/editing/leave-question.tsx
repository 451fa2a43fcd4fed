/** Asks before somebody leaves a form with changes that are not kept yet. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useEffect, useState } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import { editingMessages } from '../../../../locales/editing.ts';
import { text } from '../../../language/text.ts';
import { Modal } from '../../../page/modal.tsx';
import { usePortal, useSession } from '../../../session/portal-context.ts';
import styles from './editing.module.css';

interface LeaveQuestionProps {
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  /** @returns true: it is kept */
  readonly onKeep: () => Promise<boolean>;
  readonly onDiscard: () => void;
}

export function LeaveQuestion({ isChanged, isBusy, onKeep, onDiscard }: LeaveQuestionProps) {
  const { store } = usePortal();
  const session = useSession();
  const [keeper] = useState(session.keeper);
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // When the session has ended, or sees somebody else, nothing can be kept. What was typed waits in this tab.
    const isOwn = store.get().session.keeper === keeper;
    return isChanged && isOwn && !isSamePage(currentLocation, nextLocation) && !isOfRemoved(nextLocation);
  });
  if (blocker.state !== 'blocked') return null;
  const keep = async () => {
    if (await onKeep()) blocker.proceed();
    else blocker.reset();
  };
  return (
    <Modal title={text(editingMessages.leaveTitle)} onClose={() => blocker.reset()}>
      <div className={styles.leaving}>
        <p>{text(editingMessages.unsaved)}</p>
        <div className={styles.buttons}>
          <Button loading={isBusy} onClick={() => void keep()}>
            {text(editingMessages.keepAndLeave)}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              onDiscard();
              blocker.proceed();
            }}
          >
            {text(editingMessages.leaveAnyway)}
          </Button>
          <Button variant="default" onClick={() => blocker.reset()}>
            {text(editingMessages.stay)}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function isSamePage(one: Location, other: Location): boolean {
  return one.pathname === other.pathname && one.search === other.search;
}

/** The state of a navigation away from a part that was removed: there is nothing to keep. */
export const removed = { isRemoved: true } as const;

function isOfRemoved({ state }: Location): boolean {
  return (state as Partial<typeof removed> | null)?.isRemoved === true;
}
