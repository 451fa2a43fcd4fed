/** Renders a story: the real portal over a store and a history in memory. */
import type { StoryObj } from '@storybook/react-vite';
import { useEffect, useMemo, useState } from 'react';
import { createClient } from '../engine/react/api/client.ts';
import type { TokenStore } from '../engine/react/api/token.ts';
import { PortalApp } from '../engine/react/portal-app.tsx';
import { PortalPage } from '../engine/react/screens/portal-page.tsx';
import { createPortalHash, createSurroundings } from '../engine/react/router/surroundings.ts';
import { createPortalRouter } from '../engine/react/router/portal-router.tsx';
import { createAccount } from '../engine/react/session/account.ts';
import { createLookups } from '../engine/react/session/lookups.ts';
import { createStore } from '../engine/react/session/store.ts';
import { setFormats, setLanguage } from '../engine/react/language/text.ts';
import { inLanguage } from '../engine/portal/translation/in-language.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import { slicePortal } from '../engine/portal/wire/slice-portal.ts';
import { signedOut } from '../engine/portal/model/department.ts';
import { visitorOf } from '../engine/portal/routing/visitors.ts';
import portal from 'virtual:portal';
import { FormPage } from './form-page.tsx';
import { createMemoryApi } from './memory-api.ts';
import { createMemoryStore, owner } from './memory-store.ts';
import { playScene } from './scene.ts';
import type { Story } from './story.ts';

export function show(story: Story): StoryObj {
  return {
    name: story.name,
    render: (_, { globals }) => <PortalStory story={story} language={String(globals.language ?? '')} />,
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
  /** From the toolbar. */
  readonly language: string;
}

function PortalStory({ story, language }: PortalStoryProps) {
  const spoken = useMemo(() => inLanguage(portal, language), [language]);
  const [started, setStarted] = useState<Started | null>(null);
  useEffect(() => {
    let isGone = false;
    void start(spoken, story).then((ready) => isGone || setStarted(ready));
    return () => {
      isGone = true;
    };
  }, [story, spoken]);
  if (started === null) return null;
  const { scene } = story;
  if (scene.show !== 'form') return <PortalApp {...started} />;
  return <FormPage portal={spoken} services={started.services} hash={scene.hash} data={scene.data} />;
}

async function start(spoken: Portal, { as, flags, scene, standIn }: Story): Promise<Started> {
  setLanguage(spoken.words);
  setFormats(spoken);
  const records = createMemoryStore(spoken);
  const account = as === null ? null : visitorOf(spoken, as, flags);
  const visitor = account === null ? signedOut : { ...account, account: owner };
  const path = playScene({ portal: spoken, visitor }, records, scene);
  const client = createClient({
    fetch: createMemoryApi({ portal: spoken, visitor, store: records, standIn }),
    csrf: 'story',
    base: '/api/v1',
    tokens: memoryTokens(visitor.signedIn),
  });
  const store = createStore(slicePortal({ portal: spoken, visitor }));
  const services = {
    client,
    store,
    account: createAccount(client, store),
    readLookups: createLookups(client, store),
  };
  await services.account.load();
  const hash = createPortalHash(async () => {});
  const surroundings = createSurroundings(services, hash);
  return { services, router: createPortalRouter({ ...surroundings, page: PortalPage, memory: [path] }) };
}

function memoryTokens(isSignedIn: boolean): TokenStore {
  let token = isSignedIn ? 'story' : null;
  return {
    read: () => token,
    write: (next) => void (token = next),
    remove: () => void (token = null),
    onChangeElsewhere: () => () => {},
  };
}
