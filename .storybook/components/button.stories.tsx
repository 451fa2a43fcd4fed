/** Buttons: one main action on a page, others beside it, and lines that lead to another place of the page. */
import '@mantine/core/styles/Button.layer.css';
import { Button, Group } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { IconDownload } from '@tabler/icons-react';
import { Jump } from '../../engine/react/page/buttons.tsx';
import { Icon } from '../../engine/react/theme/icon.tsx';
import { onPage } from '../component-page.tsx';

interface ButtonArgs {
  readonly label: string;
  readonly variant: 'filled' | 'outline' | 'default' | 'light' | 'subtle';
  readonly size: 'sm' | 'md' | 'compact-sm';
  readonly isDanger: boolean;
  readonly isLoading: boolean;
  readonly isDisabled: boolean;
}

const meta: Meta<ButtonArgs> = {
  title: 'Components/Button',
  decorators: [onPage],
  args: {
    label: 'File application',
    variant: 'filled',
    size: 'sm',
    isDanger: false,
    isLoading: false,
    isDisabled: false,
  },
  argTypes: {
    variant: { control: 'select', options: ['filled', 'outline', 'default', 'light', 'subtle'] },
    size: { control: 'inline-radio', options: ['sm', 'md', 'compact-sm'] },
  },
  render: ({ label, variant, size, isDanger, isLoading, isDisabled }) => (
    <Button
      variant={variant}
      size={size}
      loading={isLoading}
      disabled={isDisabled}
      data-danger={isDanger || undefined}
    >
      {label}
    </Button>
  ),
};
export default meta;

type ButtonStory = StoryObj<ButtonArgs>;

export const Main: ButtonStory = {};
export const Beside: ButtonStory = { args: { label: 'Back', variant: 'default' } };
export const Danger: ButtonStory = { args: { label: 'Revoke the permit', isDanger: true } };
export const Loading: ButtonStory = { args: { isLoading: true } };
export const Disabled: ButtonStory = { args: { isDisabled: true } };

/** As at the end of a form. */
export const Row: ButtonStory = {
  render: () => (
    <Group>
      <Button>Send to the office</Button>
      <Button variant="default">Back</Button>
      <Button variant="subtle" leftSection={<Icon of={IconDownload} />}>
        Download
      </Button>
      <Button variant="subtle" color="red" data-danger>
        Take back
      </Button>
    </Group>
  ),
};

/** Leads to another place of the same page. */
export const Line: ButtonStory = { render: ({ label }) => <Jump onClick={() => {}}>{label}</Jump> };
