/** Renders a story: the real portal over a store and a history in memory. */
import type { StoryObj } from '@storybook/react-vite';
import { useEffect, useMemo, useState } from 'react';
import { PortalApp } from '../engine/react/portal-app.tsx';
import { PortalPage } from '../engine/react/screens/portal-page.tsx';
import { createSurroundings } from '../engine/react/router/surroundings.ts';
import { createPortalRouter } from '../engine/react/router/portal-router.tsx';
import { inLanguage } from '../engine/portal/translation/in-language.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import portal from 'virtual:portal';
import { FormPage } from './form-page.tsx';
import { openDesk } from './portal-desk.ts';
import { playScene } from './scene.ts';
import type { Story } from './story.ts';
import { departmentOf, readToolbar } from './toolbar.ts';

export function show(story: Story): StoryObj {
  return {
    name: story.name,
    render: (_, { globals }) => {
      const toolbar = readToolbar(globals);
      const as = departmentOf(toolbar, story.as);
      return <PortalStory key={as} story={story} as={as} language={toolbar.language} />;
    },
    ...(story.standIn === 'offered' && { play: openSwitch }),
  };
}

const openSwitch: NonNullable<StoryObj['play']> = async ({ canvas, userEvent }) => {
  const buttons = await canvas.findAllByRole('button');
  const found = buttons.find((button) => button.getAttribute('aria-haspopup') === 'menu');
  if (found !== undefined) await userEvent.click(found);
};

type Started = Parameters<typeof PortalApp>[0];

interface PortalStoryProps {
  readonly story: Story;
  /** From the toolbar, or the story's own. */
  readonly as: string | null;
  /** From the toolbar. */
  readonly language: string;
}

function PortalStory({ story, as, language }: PortalStoryProps) {
  const spoken = useMemo(() => inLanguage(portal, language), [language]);
  const [started, setStarted] = useState<Started | null>(null);
  useEffect(() => {
    let isGone = false;
    const seen = as === story.as ? story : { ...story, as, flags: {} };
    void start(spoken, seen).then((ready) => isGone || setStarted(ready));
    return () => {
      isGone = true;
    };
  }, [story, as, spoken]);
  if (started === null) return null;
  const { scene } = story;
  if (scene.show !== 'form') return <PortalApp {...started} />;
  return <FormPage portal={spoken} services={started.services} hash={scene.hash} data={scene.data} />;
}

async function start(spoken: Portal, story: Story): Promise<Started> {
  const { visitor, records, services } = await openDesk(spoken, story);
  const path = playScene({ portal: spoken, visitor }, records, story.scene);
  return {
    services,
    router: createPortalRouter({ ...createSurroundings(services), page: PortalPage, memory: [path] }),
  };
}
