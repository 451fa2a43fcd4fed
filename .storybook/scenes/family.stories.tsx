/** Whole pages over a full family: a record with one part for each kind, all in different states. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import portal from 'virtual:portal';
import { officeOfReview, officeOfFamily, ownerOfFamily } from '../family-scene.ts';
import { show } from '../show.tsx';

const meta: Meta = { title: 'Scenes/A full family' };
export default meta;

const family = { flags: {}, scene: { show: 'family' } } as const;

/** The owner sees what to do next, what the offices have, and what is done. */
export const ForItsOwner: StoryObj = show({
  ...family,
  exportName: 'ForItsOwner',
  name: 'For its owner',
  as: ownerOfFamily(portal),
});

/** The office that began the parts sees how far each is. */
export const ForTheOffice: StoryObj = show({
  ...family,
  exportName: 'ForTheOffice',
  name: 'For the office',
  as: officeOfFamily(portal),
});

/** The longest checklist of the family, with the paper beside it. */
export const UnderReview: StoryObj = show({
  ...family,
  exportName: 'UnderReview',
  name: 'Under review',
  as: officeOfReview(portal),
  scene: { show: 'review' },
});
