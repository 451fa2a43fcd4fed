/** A failed read: what happened, what is safe, and a retry button. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { sayProblem, type ProblemError } from '../api/problem.ts';
import { text } from '../text.ts';
import { Notice } from './notice.tsx';
import { pageMessages } from '../../locales/page.ts';

interface TroubleProps {
  readonly error: ProblemError;
  readonly onRetry: () => void;
}

export function Trouble({ error, onRetry }: TroubleProps) {
  const isGone = error.problem.kind === 'missing';
  return (
    <Notice
      icon={isGone ? 'search' : 'alert'}
      heading={isGone ? text(pageMessages.gone) : text(pageMessages.contentNotLoaded)}
      isUrgent
      action={
        isGone ? (
          <Link to="/">{text(pageMessages.goToStart)}</Link>
        ) : (
          <Button variant="default" onClick={onRetry}>
            {text(pageMessages.tryAgain)}
          </Button>
        )
      }
    >
      {sayProblem(error.problem)}
    </Notice>
  );
}
