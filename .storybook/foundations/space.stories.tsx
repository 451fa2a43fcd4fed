/** Space on a grid of 4 pixels; edges, radii, shadows and rows, from the tokens. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { CSSProperties } from 'react';
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

const edges = [
  ['Hairline', { border: 'var(--portal-hairline)' }],
  ['Edge of a field', { border: '1px solid var(--portal-edge)' }],
] as const;

/** Hairlines divide. */
export const Edges: StoryObj = { render: () => <Boxes of={edges} /> };

const radii = ['--portal-radius-small', '--portal-radius', '--portal-radius-large'].map(
  (name) => [name, { border: 'var(--portal-hairline)', borderRadius: `var(${name})` }] as const,
);

/** One radius from the `theme` of the portal; tags and remarks have a smaller one, dialogs a larger one. */
export const Radii: StoryObj = { render: () => <Boxes of={radii} /> };

const shadows = [
  '--portal-shadow',
  '--portal-shadow-beside',
  '--portal-shadow-low',
  '--mantine-shadow-md',
].map((name) => [name, { borderRadius: 'var(--portal-radius)', boxShadow: `var(${name})` }] as const);

/** Only what floats has a shadow. */
export const Shadows: StoryObj = { render: () => <Boxes of={shadows} /> };

/** The row of a list of an office, on a desk. */
export const Rows: StoryObj = {
  render: () => <Boxes of={[['--portal-row-height', { height: 'var(--portal-row-height)' }]]} />,
};

function Boxes({ of }: { readonly of: readonly (readonly [name: string, style: CSSProperties])[] }) {
  return (
    <dl className={styles.samples}>
      {of.map(([name, style]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.box} style={style} />
        </div>
      ))}
    </dl>
  );
}
