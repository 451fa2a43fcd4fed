/** The state of something: a word on the ground of its tone. */
import { Group } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { StateTag, Tag } from '../../engine/react/facts/state-tag.tsx';
import { onPage, useDesk } from '../component-page.tsx';
import { familyShape } from '../family-scene.ts';

const tones = ['neutral', 'info', 'good', 'bad', 'warning'] as const;

interface TagArgs {
  readonly tone: (typeof tones)[number];
  readonly words: string;
}

const meta: Meta<TagArgs> = {
  title: 'Components/Tag',
  decorators: [onPage],
  args: { tone: 'info', words: 'With the office' },
  argTypes: { tone: { control: 'inline-radio', options: tones } },
  render: ({ tone, words }) => <Tag tone={tone}>{words}</Tag>,
};
export default meta;

export const OneTag: StoryObj<TagArgs> = {};

export const AllTones: StoryObj<TagArgs> = {
  render: () => (
    <Group gap="sm">
      {tones.map((tone) => (
        <Tag key={tone} tone={tone}>
          {tone}
        </Tag>
      ))}
    </Group>
  ),
};

/** Of the parts of the largest family in the configuration. */
export const StatesOfARecord: StoryObj<TagArgs> = { render: () => <States /> };

function States() {
  const { portal } = useDesk();
  const type = familyShape(portal)?.part ?? '';
  return (
    <Group gap="sm">
      {Object.keys(portal.workflows[type]?.states ?? {}).map((state) => (
        <StateTag key={state} type={type} state={state} />
      ))}
    </Group>
  );
}
