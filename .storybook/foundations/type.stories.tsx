/** The type scale: five sizes, two weights, and figures of one width for money and dates. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { onPage } from '../component-page.tsx';
import styles from './foundations.module.css';

const meta: Meta = { title: 'Foundations/Type', decorators: [onPage] };
export default meta;

const sizes = [
  ['xl', 'The title of a page'],
  ['lg', 'The heading of a part'],
  ['md', 'Text on the pages of requesters'],
  ['sm', 'Rows of the lists of officers, hints, secondary text'],
  ['xs', 'The line below a bar of navigation'],
] as const;

interface SizesArgs {
  readonly sample: string;
  readonly weight: number;
}

export const Sizes: StoryObj<SizesArgs> = {
  args: { sample: 'Bring the receipt to the front desk', weight: 400 },
  argTypes: { weight: { control: 'inline-radio', options: [400, 650] } },
  render: ({ sample, weight }) => (
    <dl className={styles.samples}>
      {sizes.map(([size, use]) => (
        <div key={size}>
          <dt>
            {size}: {use}
          </dt>
          <dd style={{ fontSize: `var(--mantine-font-size-${size})`, fontWeight: weight, lineHeight: 1.4 }}>
            {sample}
          </dd>
        </div>
      ))}
    </dl>
  ),
};

/** `time` and `data-figures` give figures of one width, so that columns line up. */
export const Figures: StoryObj = {
  render: () => (
    <dl className={styles.samples}>
      {['1,111,111.11', '8,888,888.88'].map((amount) => (
        <div key={amount}>
          <dt>data-figures</dt>
          <dd data-figures>₱{amount}</dd>
        </div>
      ))}
    </dl>
  ),
};
