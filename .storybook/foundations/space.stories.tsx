/** Space on a grid of 4 pixels, the one radius, and the one shadow. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { onPage } from '../component-page.tsx';
import styles from './foundations.module.css';

const meta: Meta = { title: 'Foundations/Space', decorators: [onPage] };
export default meta;

const steps = [4, 8, 12, 16, 24, 32, 48] as const;

export const Steps: StoryObj = {
  render: () => (
    <dl className={styles.samples}>
      {steps.map((pixels) => (
        <div key={pixels}>
          <dt data-figures>{pixels} px</dt>
          <dd>
            <span className={styles.space} style={{ width: pixels }} />
          </dd>
        </div>
      ))}
    </dl>
  ),
};

/** Hairlines divide; only what floats has the shadow. */
export const Edges: StoryObj = {
  render: () => (
    <dl className={styles.samples}>
      <div>
        <dt>Hairline and radius</dt>
        <dd
          className={styles.box}
          style={{ border: 'var(--portal-hairline)', borderRadius: 'var(--mantine-radius-md)' }}
        />
      </div>
      <div>
        <dt>Edge of a field</dt>
        <dd
          className={styles.box}
          style={{ border: '1px solid var(--portal-edge)', borderRadius: 'var(--mantine-radius-md)' }}
        />
      </div>
      <div>
        <dt>Shadow of what floats</dt>
        <dd
          className={styles.box}
          style={{ boxShadow: 'var(--portal-shadow)', borderRadius: 'var(--mantine-radius-md)' }}
        />
      </div>
    </dl>
  ),
};
