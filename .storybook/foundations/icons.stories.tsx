/** Every icon that the engine draws; `tests/architecture/icons.test.ts` compares the list with the sources. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import {
  IconAlertTriangle,
  IconArrowAutofitWidth,
  IconArrowsRightLeft,
  IconBell,
  IconCamera,
  IconChartBar,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconClock,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconFile,
  IconHome,
  IconLayoutGrid,
  IconList,
  IconLogin,
  IconLogout,
  IconMail,
  IconMenu2,
  IconMinus,
  IconMoon,
  IconPlus,
  IconRotateClockwise,
  IconSearch,
  IconSun,
  IconUpload,
  IconUser,
  IconX,
} from '@tabler/icons-react';
import { Icon } from '../../engine/react/theme/icon.tsx';
import { onPage } from '../component-page.tsx';
import styles from './foundations.module.css';

const meta: Meta = { title: 'Foundations/Icons', decorators: [onPage] };
export default meta;

const icons = {
  IconAlertTriangle,
  IconArrowAutofitWidth,
  IconArrowsRightLeft,
  IconBell,
  IconCamera,
  IconChartBar,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconClock,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconFile,
  IconHome,
  IconLayoutGrid,
  IconList,
  IconLogin,
  IconLogout,
  IconMail,
  IconMenu2,
  IconMinus,
  IconMoon,
  IconPlus,
  IconRotateClockwise,
  IconSearch,
  IconSun,
  IconUpload,
  IconUser,
  IconX,
};

interface IconsArgs {
  readonly size: number;
}

/** Icons stand beside words: screen readers do not hear them. */
export const Icons: StoryObj<IconsArgs> = {
  args: { size: 24 },
  argTypes: { size: { control: { type: 'range', min: 14, max: 48, step: 2 } } },
  render: ({ size }) => (
    <ul className={styles.icons}>
      {Object.entries(icons).map(([name, icon]) => (
        <li key={name}>
          <Icon of={icon} size={size} />
          {name.slice('Icon'.length)}
        </li>
      ))}
    </ul>
  ),
};
