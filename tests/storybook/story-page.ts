/** Shows one story after the other in a page, as when a reader selects it in the sidebar. */
import type { Page } from 'playwright-core';

/** For a story that hangs, not for a slow machine. */
const storyLimit = 120_000;

interface StorybookWindow {
  readonly __STORYBOOK_ADDONS_CHANNEL__: {
    emit(event: string, selection: { readonly storyId: string; readonly viewMode: 'story' }): void;
  };
  readonly __STORYBOOK_PREVIEW__?: {
    readonly currentRender?: { readonly id: string; readonly phase: string };
  };
  /** Missing if the story before did not render. */
  readonly messages?: readonly Element[];
}

/**
 * The first story loads Storybook; Storybook itself switches to the next, as when a reader selects it. It reloads the
 * page if the story before has not finished, so this waits for the end of each.
 * @param globals what the toolbar has, for all stories of the page: `scheme:dark`
 */
export async function showStory(page: Page, id: string, globals = ''): Promise<void> {
  if (page.url() === 'about:blank')
    await page.goto(`/iframe.html?id=${id}&viewMode=story&globals=${globals}`);
  else await page.evaluate(selectStory, id);
  await page.waitForFunction(hasFinished, id, { polling: 50, timeout: storyLimit });
  await page.locator('#storybook-root h1').first().waitFor({ timeout: storyLimit });
  if (/--loading(?:-|$)/.test(id)) return;
  const loading = page.getByRole('status', { name: 'Loading' }).first();
  await loading.waitFor({ state: 'hidden', timeout: storyLimit });
}

/** Storybook's own hidden messages contain links, which axe would take for the first ones of the page. */
export async function hideMessages(page: Page): Promise<void> {
  await page.evaluate(() => {
    const messages = [...document.querySelectorAll('.sb-wrapper')];
    for (const message of messages) message.remove();
    Object.assign(window, { messages });
  });
}

function selectStory(storyId: string): void {
  const { __STORYBOOK_ADDONS_CHANNEL__: channel, messages } = window as unknown as StorybookWindow;
  document.body.append(...(messages ?? []));
  channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
}

function hasFinished(storyId: string): boolean {
  const { __STORYBOOK_PREVIEW__: preview } = window as unknown as StorybookWindow;
  return preview?.currentRender?.id === storyId && preview.currentRender.phase === 'finished';
}
