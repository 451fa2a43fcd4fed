/** What a page says while it loads, when it is empty, when something failed, and without a connection. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { IconClock, IconFile, IconList, IconMail, IconSearch } from '@tabler/icons-react';
import { type Problem, ProblemError } from '../../engine/react/api/problem.ts';
import { DraftNotice, SaveStatus } from '../../engine/react/drafts/save-status.tsx';
import { LoadError, Notice, Placeholder, ProblemAlert } from '../../engine/react/page/feedback.tsx';
import { onPage } from '../component-page.tsx';
import { sampleForm } from '../sample-form.ts';

const meta: Meta = { title: 'Components/Feedback', decorators: [onPage] };
export default meta;

interface LoadingArgs {
  readonly shape: 'page' | 'rows';
}

export const Loading: StoryObj<LoadingArgs> = {
  args: { shape: 'page' },
  argTypes: { shape: { control: 'inline-radio', options: ['page', 'rows'] } },
  render: ({ shape }) => <Placeholder shape={shape} />,
};

const icons = { file: IconFile, list: IconList, mail: IconMail, search: IconSearch, clock: IconClock };

interface EmptyArgs {
  readonly icon: keyof typeof icons;
  readonly heading: string;
  readonly words: string;
  readonly hasAction: boolean;
}

/** What belongs here, and what to do first. */
export const Empty: StoryObj<EmptyArgs> = {
  args: {
    icon: 'file',
    heading: 'You have no applications yet',
    words: 'Begin with the line of business. We then list the papers that you need.',
    hasAction: true,
  },
  argTypes: { icon: { control: 'select', options: Object.keys(icons) } },
  render: ({ icon, heading, words, hasAction }) => (
    <Notice icon={icons[icon]} heading={heading} {...(hasAction && { action: <Button>Start</Button> })}>
      {words}
    </Notice>
  ),
};

const problems = {
  failed: { kind: 'server', status: 500, message: 'The server could not answer.', request: '7f3a-19' },
  gone: { kind: 'missing' },
  offline: { kind: 'offline' },
} as const satisfies Record<string, Problem>;

interface FailedArgs {
  readonly problem: keyof typeof problems;
}

function failing(problem: FailedArgs['problem']): StoryObj<FailedArgs> {
  return {
    args: { problem },
    argTypes: { problem: { control: 'inline-radio', options: Object.keys(problems) } },
    render: ({ problem: chosen }) => (
      <LoadError error={new ProblemError(problems[chosen])} onRetry={() => {}} />
    ),
  };
}

export const Failed: StoryObj<FailedArgs> = failing('failed');
export const Gone: StoryObj<FailedArgs> = failing('gone');
export const Offline: StoryObj<FailedArgs> = failing('offline');

/** Beside the form that was sent. */
export const Refused: StoryObj = {
  render: () => (
    <ProblemAlert
      problem={{
        kind: 'fields',
        status: 422,
        errors: { rent: ['Enter an amount.'], email: ['Enter an address with an @.'] },
      }}
    />
  ),
};

export const ChangedByOthers: StoryObj = {
  render: () => (
    <ProblemAlert
      problem={{ kind: 'stale', current: null, message: 'Somebody else has changed this meanwhile.' }}
    />
  ),
};

/** A form without a connection: what is typed stays on the device. */
export const OfflineDraft: StoryObj = {
  render: () => (
    <>
      <DraftNotice saving={{ kind: 'kept', problem: { kind: 'offline' } }} isMerged={false} />
      <SaveStatus saving={{ kind: 'kept', problem: { kind: 'offline' } }} questions={sampleForm.schema} />
    </>
  ),
};

interface SavedArgs {
  readonly minutesAgo: number;
  readonly unfinished: readonly string[];
}

export const Saved: StoryObj<SavedArgs> = {
  args: { minutesAgo: 2, unfinished: [] },
  argTypes: { unfinished: { control: 'check', options: ['rent', 'email', 'goods'] } },
  render: ({ minutesAgo, unfinished }) => {
    const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    return <SaveStatus saving={{ kind: 'saved', at, open: unfinished }} questions={sampleForm.schema} />;
  },
};

/** The draft was changed in another window. */
export const Merged: StoryObj = {
  render: () => <DraftNotice saving={{ kind: 'nothing' }} isMerged />,
};
