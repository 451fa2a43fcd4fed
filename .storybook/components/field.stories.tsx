/** The kinds of questions in a form, each empty, answered, wrong and read-only. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { StepForm } from '../../engine/react/forms/step-form.tsx';
import { lenient } from '../../engine/react/forms/validator.ts';
import { onPage, pageOf } from '../component-page.tsx';
import { sampleAnswers, sampleForm } from '../sample-form.ts';

interface FieldArgs {
  readonly isAnswered: boolean;
  /** Empty: the answer is right. */
  readonly error: string;
  readonly isReadOnly: boolean;
  readonly names: readonly string[];
}

const meta: Meta<FieldArgs> = {
  title: 'Components/Field',
  decorators: [onPage],
  parameters: pageOf({ width: 'form' }),
  args: { isAnswered: false, error: '', isReadOnly: false },
  argTypes: { names: { table: { disable: true } } },
  render: (args) => <Field key={String(args.isAnswered)} {...args} />,
};
export default meta;

function Field({ names, isAnswered, error, isReadOnly }: FieldArgs) {
  const [answers, setAnswers] = useState(isAnswered ? sampleAnswers : {});
  return (
    <StepForm
      form={sampleForm}
      names={names}
      isLast={false}
      answers={answers}
      shown={{}}
      errors={error === '' ? {} : Object.fromEntries(names.map((name) => [name, [error]]))}
      corrected={new Set()}
      validator={lenient}
      isReadOnly={isReadOnly}
      onChange={setAnswers}
    />
  );
}

type FieldStory = StoryObj<FieldArgs>;

export const Text: FieldStory = { args: { names: ['name'] } };
export const Email: FieldStory = { args: { names: ['email'], isAnswered: true } };
export const Telephone: FieldStory = { args: { names: ['mobile'], isAnswered: true } };
export const Choice: FieldStory = { args: { names: ['goods'], isAnswered: true } };
export const FewChoices: FieldStory = { args: { names: ['size'], isAnswered: true } };
export const SeveralChoices: FieldStory = { args: { names: ['days'], isAnswered: true } };
export const Date: FieldStory = { args: { names: ['since'], isAnswered: true } };
export const Number: FieldStory = { args: { names: ['people'], isAnswered: true } };
export const Money: FieldStory = { args: { names: ['rent'], isAnswered: true } };
export const LongText: FieldStory = { args: { names: ['notes'], isAnswered: true } };
export const Consent: FieldStory = { args: { names: ['agreed'] } };
export const Rows: FieldStory = { args: { names: ['helpers'], isAnswered: true } };
export const Wrong: FieldStory = {
  args: { names: ['rent'], error: 'Enter an amount, for example 1,500.00.' },
};
export const ReadOnly: FieldStory = {
  args: { names: ['name', 'goods', 'days', 'rent'], isAnswered: true, isReadOnly: true },
};
