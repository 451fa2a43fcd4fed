/** What surrounds the questions of a form: errors, steps, the task list, and the review of all answers. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { ErrorSummary } from '../../engine/react/forms/form-surroundings.tsx';
import { CheckAnswers } from '../../engine/react/forms/answer-lists.tsx';
import { RecordForm } from '../../engine/react/forms/record-form.tsx';
import type { SectionProgress } from '../../engine/react/forms/sections/section-states.ts';
import { StepBar, StepIndicator } from '../../engine/react/forms/sections/step-indicator.tsx';
import { TaskList } from '../../engine/react/forms/sections/task-list.tsx';
import { onPage, pageOf } from '../component-page.tsx';
import { sampleAnswers, sampleForm } from '../sample-form.ts';

const meta: Meta = {
  title: 'Components/Form parts',
  decorators: [onPage],
  parameters: pageOf({ width: 'form' }),
};
export default meta;

const errors = [
  { path: 'rent', title: 'Monthly rent', message: 'Enter an amount.', step: 2 },
  { path: 'email', title: 'E-mail', message: 'Enter an address with an @.', step: 1 },
  { path: 'goods', title: 'What do you sell?', message: 'Choose one.', step: 0 },
];

interface SummaryArgs {
  /** The number of errors that are mended already. */
  readonly corrected: number;
  readonly takesFocus: boolean;
}

const summary: StoryObj<SummaryArgs> = {
  argTypes: { corrected: { control: { type: 'range', min: 0, max: errors.length } } },
  render: ({ corrected, takesFocus }) => (
    <ErrorSummary
      errors={errors}
      corrected={new Set(errors.slice(0, corrected).map(({ path }) => path))}
      takesFocus={takesFocus}
      onOpen={() => {}}
    />
  ),
};

export const Errors: StoryObj<SummaryArgs> = { ...summary, args: { corrected: 0, takesFocus: false } };
/** What is mended keeps its place, struck through. */
export const ErrorsHalfMended: StoryObj<SummaryArgs> = {
  ...summary,
  args: { corrected: 2, takesFocus: false },
};

const titles = sampleForm.steps.map(({ title }) => title);
const sections: readonly SectionProgress[] = [
  { state: 'done', open: {} },
  { state: 'wrong', open: { [errors[0]?.path ?? '']: [errors[0]?.message ?? ''] } },
  { state: 'started', open: Object.fromEntries(errors.map(({ path, message }) => [path, [message]])) },
  { state: 'untouched', open: {} },
];

interface StepArgs {
  readonly current: number;
}

const steps: StoryObj<StepArgs> = {
  args: { current: 2 },
  argTypes: { current: { control: { type: 'range', min: 0, max: titles.length - 1 } } },
};

export const Steps: StoryObj<StepArgs> = {
  ...steps,
  parameters: pageOf({ width: 'whole' }),
  render: ({ current }) => (
    // Shown beside a form that is wide enough.
    <div style={{ containerType: 'inline-size' }}>
      <StepIndicator titles={titles} sections={sections} current={current} onOpen={() => {}} />
    </div>
  ),
};

export const StepsOnAPhone: StoryObj<StepArgs> = {
  ...steps,
  render: ({ current }) => <StepBar count={titles.length} current={current} />,
};

export const Tasks: StoryObj = {
  render: () => <TaskList form={sampleForm} sections={sections} onOpen={() => {}} onOpenError={() => {}} />,
};

export const AllTasksDone: StoryObj = {
  render: () => (
    <TaskList
      form={sampleForm}
      sections={titles.map(() => ({ state: 'done', open: {} }))}
      onOpen={() => {}}
      onOpenError={() => {}}
    />
  ),
};

export const Review: StoryObj = {
  render: () => (
    <section>
      <h2>Check your answers</h2>
      <CheckAnswers
        form={sampleForm}
        answers={sampleAnswers}
        errors={[]}
        onOpen={() => {}}
        onOpenError={() => {}}
      />
    </section>
  ),
};

/** All of them together. */
export const WholeForm: StoryObj = {
  parameters: pageOf({ width: 'text' }),
  render: () => <Filled />,
};

const { email: _, ...unfinished } = sampleAnswers;

function Filled() {
  const [answers, setAnswers] = useState(unfinished);
  return (
    <RecordForm
      form={sampleForm}
      data={answers}
      onChange={setAnswers}
      onSubmit={() => {}}
      submitLabel="Send to the office"
    />
  );
}
