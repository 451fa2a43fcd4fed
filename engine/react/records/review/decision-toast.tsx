/** Tells what was decided, and offers to undo it until it is sent. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useEffect, useState } from 'react';
import { checklistMessages } from '../../../locales/checklist.ts';
import { text } from '../../language/text.ts';
import { textAround } from '../../language/text-around.tsx';
import { undoMs } from '../decisions/decision-desk.ts';
import type { HeldDecision } from '../decisions/decision.ts';
import styles from './review.module.css';

interface DecisionToastProps {
  readonly decisions: readonly HeldDecision[];
  readonly onUndo: () => void;
  readonly onSend: () => void;
}

const said = {
  accepted: checklistMessages.decisionAccepted,
  returned: checklistMessages.decisionReturned,
  waived: checklistMessages.decisionWaived,
} as const;

export function DecisionToast({ decisions, onUndo, onSend }: DecisionToastProps) {
  const held = decisions.find(({ stage }) => stage === 'held');
  return (
    <div className={styles.toastPlace}>
      {/* Stays on the page, so that screen readers hear what appears in it. */}
      <output data-spoken>
        {held !== undefined && (
          <>
            {text(said[held.body.state], { title: held.title })}{' '}
            {textAround(checklistMessages.undoHelp, { key: 'z' })}
          </>
        )}
      </output>
      {held !== undefined && (
        <div key={held.key} className={styles.toast} data-toast>
          <p className={styles.toastText}>
            <strong>{text(said[held.body.state], { title: held.title })}</strong>
            <Countdown until={held.until} />
          </p>
          <Button size="compact-sm" variant="white" onClick={onUndo} aria-keyshortcuts="z">
            {text(checklistMessages.undo)}
          </Button>
          <kbd aria-hidden="true">z</kbd>
          <Button size="compact-sm" variant="subtle" className={styles.sendNow ?? ''} onClick={onSend}>
            {text(checklistMessages.saveNow)}
          </Button>
        </div>
      )}
    </div>
  );
}

function Countdown({ until }: { readonly until: number }) {
  const [left, setLeft] = useState(undoMs / 1000);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(1, Math.ceil((until - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <span aria-hidden="true" data-figures>
      {text(checklistMessages.savedIn, { count: left })}
    </span>
  );
}
