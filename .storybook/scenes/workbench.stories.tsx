/** The screens of the workbench that ask for more than the configuration: editing, versions and seeing as somebody. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import portal from 'virtual:portal';
import { openingDepartments } from '../../engine/portal/routing/visitors.ts';
import type { Fullness } from '../memory-editing.ts';
import { show } from '../show.tsx';

const meta: Meta = { title: 'Scenes/The workbench' };
export default meta;

const route = portal.routes.find(({ screen }) => screen === 'workbench');

function scene(name: string, search: string, fullness: Fullness): StoryObj {
  const as = route === undefined ? null : (openingDepartments(portal, route)[0] ?? null);
  const path = route === undefined ? '/' : `${route.path}?part=${search}`;
  const exportName = name.replaceAll(' ', '');
  return show({ exportName, name, as, flags: {}, scene: { show: 'path', path }, fullness });
}

const part = 'edit&file=story&at=/checklist/0';

export const Draft: StoryObj = scene('A draft', 'edit', 'usual');
export const EmptyDraft: StoryObj = scene('An empty draft', 'edit', 'empty');
export const LongDraft: StoryObj = scene('A long draft', 'edit', 'long');
export const LoadingDraft: StoryObj = scene('A draft while it loads', 'edit', 'busy');
export const FailedDraft: StoryObj = scene('A draft that does not load', 'edit', 'broken');
export const Part: StoryObj = scene('A part', part, 'usual');
export const EmptyPart: StoryObj = scene('A new part', part, 'empty');
export const LongPart: StoryObj = scene('A long part', part, 'long');
export const LoadingPart: StoryObj = scene('A part while it loads', part, 'busy');
export const FailedPart: StoryObj = scene('A part that does not load', part, 'broken');
export const Versions: StoryObj = scene('Versions', 'versions', 'usual');
export const EmptyVersions: StoryObj = scene('No versions', 'versions', 'empty');
export const LongVersions: StoryObj = scene('Long versions', 'versions', 'long');
export const LoadingVersions: StoryObj = scene('Versions while they load', 'versions', 'busy');
export const FailedVersions: StoryObj = scene('Versions that do not load', 'versions', 'broken');

function people(name: string, fullness: Fullness): StoryObj {
  return { ...scene(name, 'see-as', fullness), play: findPeople };
}

const findPeople: NonNullable<StoryObj['play']> = async ({ canvas, userEvent }) => {
  await userEvent.type(await canvas.findByRole('searchbox'), 'ana');
};

export const SeeAs: StoryObj = people('See as', 'usual');
export const SeeAsNobody: StoryObj = people('See as, nobody found', 'empty');
export const LongSeeAs: StoryObj = people('See as, long names', 'long');
export const LoadingSeeAs: StoryObj = scene('See as while it loads', 'see-as', 'busy');
export const FailedSeeAs: StoryObj = scene('See as that does not load', 'see-as', 'broken');
