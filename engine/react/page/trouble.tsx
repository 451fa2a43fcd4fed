/** A read that failed: what happened, what is safe, and a way to try again. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { sayProblem, type ProblemError } from '../api/problem.ts';
import { text } from '../text.ts';
import { Notice } from './notice.tsx';

interface TroubleProps {
  readonly error: ProblemError;
  readonly onRetry: () => void;
}

export function Trouble({ error, onRetry }: TroubleProps) {
  const isGone = error.problem.kind === 'missing';
  return (
    <Notice
      icon={isGone ? 'search' : 'alert'}
      heading={isGone ? text('No longer here') : text('This could not be loaded')}
      isUrgent
      action={
        isGone ? (
          <Link to="/">{text('Go to your start page')}</Link>
        ) : (
          <Button variant="default" onClick={onRetry}>
            {text('Try again')}
          </Button>
        )
      }
    >
      {sayProblem(error.problem)}
    </Notice>
  );
}
