/** The colours of the portal with their contrast, computed from what the page has in this scheme. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useState } from 'react';
import { contrastOf, shadesOf } from '../../engine/portal/theme/shades.ts';
import { useSlice } from '../../engine/react/session/portal-context.ts';
import { onPage } from '../component-page.tsx';
import styles from './foundations.module.css';

const meta: Meta = { title: 'Foundations/Colours', decorators: [onPage] };
export default meta;

interface ColourPair {
  readonly name: string;
  readonly use: string;
  readonly words: string;
  readonly ground: string;
}

const tones: readonly ColourPair[] = [
  { name: 'neutral', use: 'Waiting, or over', words: '--tone-neutral', ground: '--tone-neutral-ground' },
  { name: 'info', use: 'In work', words: '--tone-info', ground: '--tone-info-ground' },
  { name: 'good', use: 'Issued, accepted', words: '--tone-good', ground: '--tone-good-ground' },
  { name: 'bad', use: 'Refused, overdue', words: '--tone-bad', ground: '--tone-bad-ground' },
  { name: 'warning', use: 'Somebody must act now', words: '--tone-warning', ground: '--tone-warning-ground' },
];

const surfaces: readonly ColourPair[] = [
  { name: 'text', use: 'On the page', words: '--mantine-color-text', ground: '--portal-canvas' },
  { name: 'text', use: 'On a card', words: '--mantine-color-text', ground: '--portal-surface' },
  { name: 'quiet', use: 'Secondary text on the page', words: '--portal-quiet', ground: '--portal-canvas' },
  { name: 'quiet', use: 'Secondary text on a card', words: '--portal-quiet', ground: '--portal-surface' },
  { name: 'anchor', use: 'Links', words: '--mantine-color-anchor', ground: '--portal-surface' },
  {
    name: 'primary',
    use: 'The main button',
    words: '--mantine-color-white',
    ground: '--mantine-primary-color-filled',
  },
];

/** One meaning each, never without a word. Text needs a contrast of 4.5. */
export const Tones: StoryObj = { render: () => <Pairs of={tones} /> };

export const Surfaces: StoryObj = { render: () => <Pairs of={surfaces} /> };

/** Ten shades of the two colours of a town, from its `theme`. */
export const Shades: StoryObj = { render: () => <PortalShades /> };

function Pairs({ of }: { readonly of: readonly ColourPair[] }) {
  const scheme = useComputedColorScheme('light');
  return (
    <ul className={styles.pairs}>
      {of.map((pair) => (
        <Pair key={`${scheme} ${pair.name} ${pair.use}`} pair={pair} />
      ))}
    </ul>
  );
}

function Pair({ pair: { name, use, words, ground } }: { readonly pair: ColourPair }) {
  const [contrast, setContrast] = useState<number | null>(null);
  // After the provider has written its variables.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setContrast(contrastOf(colourOf(words), colourOf(ground))));
    return () => cancelAnimationFrame(frame);
  }, [words, ground]);
  return (
    <li className={styles.pair} style={{ color: `var(${words})`, background: `var(${ground})` }}>
      <strong>{name}</strong>
      <span>{use}</span>
      <code>{words}</code>
      <code>{ground}</code>
      <span data-figures>{contrast === null ? '' : `${contrast.toFixed(1)} : 1`}</span>
    </li>
  );
}

/** `#rrggbb` of a variable of the page. */
function colourOf(variable: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  return short === null
    ? value
    : `#${short
        .slice(1)
        .map((digit) => digit.repeat(2))
        .join('')}`;
}

function PortalShades() {
  const { theme } = useSlice();
  return (['primary', 'accent'] as const).map((name) => (
    <section key={name} className={styles.section}>
      <h2>{name}</h2>
      <ol className={styles.shades}>
        {shadesOf(theme[name]).map((shade, index) => (
          <li key={shade} style={{ background: shade, color: readable(shade) }}>
            <span>{index}</span>
            <code>{shade}</code>
            <span data-figures>{contrastOf(shade, readable(shade)).toFixed(1)} : 1</span>
          </li>
        ))}
      </ol>
    </section>
  ));
}

function readable(ground: string): string {
  return contrastOf(ground, '#ffffff') >= contrastOf(ground, '#000000') ? '#ffffff' : '#000000';
}
