/** What is wrong with the page that a browser shows: accessibility, layout, sizes, motion and forced colours. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly element: Element }[];
}

interface Axe {
  run(root: Node, options: object): Promise<{ readonly violations: readonly Violation[] }>;
}

/**
 * Accessibility violations of the current page: the rule, and the elements. What a bar at the edge of the window covers
 * in part is scrolled free before its size counts.
 * @param rules only these; default: all, with the size of targets (24 by 24 pixels, or space around)
 */
export async function violations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (named) => {
    const { axe: engine } = window as unknown as { readonly axe: Axe };
    const { violations: found } = await engine.run(document, {
      resultTypes: ['violations'],
      preload: false,
      elementRef: true,
      ...(named.length === 0
        ? { rules: { 'target-size': { enabled: true } } }
        : { runOnly: { type: 'rule', values: named } }),
    });
    const isSmall = async ({ element }: { readonly element: Element }) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const size = { preload: false, runOnly: { type: 'rule', values: ['target-size'] } };
      return (await engine.run(element, size)).violations.length > 0;
    };
    const faults: string[] = [];
    for (const { id, nodes } of found) {
      const wrong: string[] = [];
      for (const node of nodes) if (id !== 'target-size' || (await isSmall(node))) wrong.push(node.html);
      if (wrong.length > 0) faults.push(`${id}: ${wrong.join(' | ')}`);
    }
    return faults;
  }, rules);
}

/** Pixels by which the page is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Main controls of a phone's page that are lower than 44 pixels. */
export function lowControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main =
      '.mantine-Button-root[data-variant="filled"], form button[type="submit"], select, textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"], [type="file"])';
    return [...document.querySelectorAll<HTMLElement>(main)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => {
        // The edge around a password belongs to its field.
        const { height, width } = (one.closest('.mantine-Input-wrapper') ?? one).getBoundingClientRect();
        // What is one pixel wide is there for screen readers.
        return width > 1 && height > 1 && height < 43.5;
      })
      .map((one) => `${Math.round(one.getBoundingClientRect().height)} px: ${one.outerHTML.slice(0, 160)}`);
  });
}

/** Elements that still move although the person asked for less motion. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(one);
        const durations = `${transitionDuration},${animationName === 'none' ? '0s' : animationDuration}`;
        return one.checkVisibility() && durations.split(',').some((said) => Number.parseFloat(said) > 0.01);
      })
      .map((one) => one.outerHTML.slice(0, 120)),
  );
}

/** With forced colours, where grounds vanish: controls without an edge of their own or around them. */
export function edgeless(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls =
      'button, select, textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"], [type="file"], [type="range"])';
    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => one.getBoundingClientRect().width > 1)
      .filter((one) =>
        [one, one.parentElement].every((element) => {
          if (element === null) return true;
          const style = getComputedStyle(element);
          const border = Number.parseFloat(style.borderTopWidth) + Number.parseFloat(style.borderBottomWidth);
          return border === 0 && style.outlineStyle === 'none' && style.textDecorationLine === 'none';
        }),
      )
      .map((one) => one.outerHTML.slice(0, 160));
  });
}

/** The first stops of the Tab key whose focus does not show. */
export async function unseenFocus(page: Page, stops = 6): Promise<string[]> {
  const unseen: string[] = [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      const around = [focused, focused.parentElement, focused.parentElement?.parentElement].filter(
        (one) => one !== null && one !== undefined,
      );
      const shows = [
        ...around.map((one) => getComputedStyle(one)),
        getComputedStyle(focused, '::before'),
        getComputedStyle(focused, '::after'),
      ].some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
      );
      return shows ? null : focused.outerHTML.slice(0, 160);
    });
    if (found !== null) unseen.push(found);
  }
  return unseen;
}
