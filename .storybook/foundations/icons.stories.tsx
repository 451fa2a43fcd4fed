/** Every icon of the portal by its name. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Icon, type IconName, iconPaths } from '../../engine/react/theme/icons.tsx';
import { onPage } from '../component-page.tsx';
import styles from './foundations.module.css';

const meta: Meta = { title: 'Foundations/Icons', decorators: [onPage] };
export default meta;

const names = Object.keys(iconPaths) as IconName[];

interface IconsArgs {
  readonly size: number;
}

/** Icons stand beside words: screen readers do not hear them. */
export const Icons: StoryObj<IconsArgs> = {
  args: { size: 24 },
  argTypes: { size: { control: { type: 'range', min: 14, max: 48, step: 2 } } },
  render: ({ size }) => (
    <ul className={styles.icons}>
      {names.map((name) => (
        <li key={name}>
          <Icon name={name} size={size} />
          {name}
        </li>
      ))}
    </ul>
  ),
};
