/** The story of the icons shows what the engine draws. */
import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

test('the story of the icons shows every icon of the engine, and no other', () => {
  expect(iconsIn('.storybook/foundations/icons.stories.tsx')).toEqual(iconsIn('engine/react/**/*.{ts,tsx}'));
});

function iconsIn(pattern: string): string[] {
  const named = readSources(pattern).flatMap(({ text }) => text.match(/\bIcon[A-Z]\w*/g) ?? []);
  return [...new Set(named)].toSorted();
}
