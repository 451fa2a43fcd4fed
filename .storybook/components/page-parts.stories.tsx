/** Parts of every page: its head, dialogs, people, days and filters. */
import '@mantine/core/styles/Button.layer.css';
import { Button, Group } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { MonthDays, MonthHead } from '../../engine/react/calendar/month-picker.tsx';
import { Tag } from '../../engine/react/facts/state-tag.tsx';
import { Modal } from '../../engine/react/page/modal.tsx';
import { PageHead } from '../../engine/react/page/page-head.tsx';
import { PersonPicture } from '../../engine/react/page/person-picture.tsx';
import { FilterChip } from '../../engine/react/records/filters/filter-chip.tsx';
import { onPage, pageOf } from '../component-page.tsx';

const meta: Meta = { title: 'Components/Page parts', decorators: [onPage] };
export default meta;

interface HeadArgs {
  readonly title: string;
  readonly state: string;
  readonly hasActions: boolean;
}

export const Head: StoryObj<HeadArgs> = {
  parameters: pageOf({ hasHeading: false }),
  args: { title: 'Rent of a stall', state: 'With the office', hasActions: true },
  render: ({ title, state, hasActions }) => (
    <PageHead
      title={title}
      below={<Tag tone="info">{state}</Tag>}
      {...(hasActions && { actions: <Button>Send to the office</Button> })}
    />
  ),
};

interface DialogArgs {
  readonly title: string;
  readonly words: string;
  readonly isBeside: boolean;
}

export const Dialog: StoryObj<DialogArgs> = {
  args: {
    title: 'Delete this draft?',
    words: 'The answers and the files are deleted. Nobody else has seen them.',
    isBeside: false,
  },
  render: (args) => <OpenDialog {...args} />,
};

function OpenDialog({ title, words, isBeside }: DialogArgs) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Open</Button>;
  return (
    <Modal title={title} isBeside={isBeside} onClose={() => setOpen(false)}>
      <p>{words}</p>
      <Group mt="lg">
        <Button variant="filled" data-danger onClick={() => setOpen(false)}>
          Delete draft
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Keep it
        </Button>
      </Group>
    </Modal>
  );
}

interface PersonArgs {
  readonly name: string;
  readonly size: number;
}

export const Person: StoryObj<PersonArgs> = {
  args: { name: 'Ana Reyes', size: 48 },
  argTypes: { size: { control: { type: 'range', min: 24, max: 96, step: 8 } } },
  render: ({ name, size }) => (
    <Group>
      <PersonPicture name={name} photo={null} size={size} />
      <span>{name}</span>
    </Group>
  ),
};

interface ChipArgs {
  readonly isChosen: boolean;
}

export const Filter: StoryObj<ChipArgs> = {
  args: { isChosen: true },
  render: ({ isChosen }) => (
    <FilterChip
      name="goods"
      label="Goods"
      anyLabel="All goods"
      choices={[
        { value: 'fish', label: 'Fish' },
        { value: 'fruit', label: 'Fruit and vegetables' },
      ]}
      value={isChosen ? 'fish' : ''}
      query={null}
      onChange={() => {}}
    />
  ),
};

/** Free days of a calendar. */
export const Month: StoryObj = { parameters: pageOf({ width: 'form' }), render: () => <FreeDays /> };

const free = ['2027-01-12', '2027-01-13', '2027-01-19'];

const days = new Map(
  free.map((date) => [date, [{ from: `${date}T01:00:00Z`, to: `${date}T02:00:00Z`, free: 2 }]]),
);

function FreeDays() {
  const [month, setMonth] = useState('2027-01');
  const [day, setDay] = useState<string | null>(free[1] ?? null);
  return (
    <>
      <MonthHead month={month} first="2027-01" onChange={setMonth} />
      <MonthDays month={month} first="2027-01" days={days} value={day} onChange={setDay} />
    </>
  );
}
