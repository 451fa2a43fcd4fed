/** A person without a mouse: moves the focus with keys, and sees at each stop where it is. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { readFocus, type Spoken } from './screen-reader.ts';

interface Way {
  readonly key?: 'Tab' | 'Shift+Tab';
  /** Presses, at most. */
  readonly most?: number;
}

/**
 * Presses Tab until the element with this role and name has the focus.
 * @throws if it takes too many presses, or at a stop where the focus is lost, not visible or covered
 */
export async function tabTo(
  page: Page,
  role: string,
  name: string | RegExp,
  { key = 'Tab', most = 40 }: Way = {},
): Promise<Spoken> {
  const passed: string[] = [];
  while (passed.length < most) {
    const found = await moveFocus(page, key);
    passed.push(`${found.role} "${found.name}"`);
    if (found.role === role && isNamed(found, name)) return found;
  }
  throw new Error(`${key} does not reach the ${role} ${name}, only:\n${passed.join('\n')}`);
}

function isNamed({ name }: Spoken, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? name === wanted : wanted.test(name);
}

async function moveFocus(page: Page, key: string): Promise<Spoken> {
  await page.keyboard.press(key);
  const found = await readFocus(page);
  const fault = await page.evaluate(findFault);
  if (fault !== null) throw new Error(`The focus on the ${found.role} "${found.name}" ${fault}.`);
  return found;
}

/** Moves to a control, and presses keys there. */
export async function press(page: Page, [role, name]: readonly [string, string | RegExp], ...keys: string[]) {
  const found = await tabTo(page, role, name);
  for (const key of keys) await page.keyboard.press(key);
  return found;
}

/** Moves to a field, and types; what is there is selected, and replaced. */
export async function write(page: Page, [role, name]: readonly [string, string | RegExp], text: string) {
  const found = await tabTo(page, role, name);
  await page.keyboard.type(text);
  return found;
}

/** Waits until the page itself has moved the focus there, as after a navigation. */
export async function arriveAt(page: Page, role: string, name: string | RegExp): Promise<Spoken> {
  const focused = async () => {
    const found = await readFocus(page);
    return [found.role, isNamed(found, name) ? name : found.name];
  };
  await expect.poll(focused, { interval: 20, timeout: 20_000 }).toEqual([role, name]);
  return readFocus(page);
}

/** Presses the key until the focus leaves the page. @returns what it never reached */
export async function tabThrough(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press(key);
    if (await page.evaluate(() => document.activeElement === document.body)) break;
    const fault = await page.evaluate(findFault);
    const found = await readFocus(page);
    if (fault !== null) throw new Error(`${key}: the focus on the ${found.role} "${found.name}" ${fault}.`);
    await page.evaluate(() => document.activeElement?.setAttribute('data-reached', ''));
  }
  return page.evaluate(takeUnreached);
}

/** What is wrong with the place of the focus, in words; null: nothing. */
function findFault(): string | null {
  const element = document.activeElement;
  if (element === null || element === document.body) return 'is lost';
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  const looks = [element, ...labels].flatMap((one) =>
    [null, '::before', '::after'].map((part) => getComputedStyle(one, part)),
  );
  const isMarked = looks.some(
    ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
  );
  if (!isMarked) return 'is not visible';
  const [box] = element.getClientRects();
  if (box === undefined) return 'has no place';
  const { left, top, width, height } = box;
  const isFree = (x: number, y: number) => {
    const above = document.elementFromPoint(x, y);
    return above !== null && [element, ...labels].some((one) => one.contains(above));
  };
  const x = left + width / 2;
  // An element that is higher than the window cannot be in it with both ends.
  const ends =
    height > innerHeight / 2
      ? [top + height / 2]
      : [top + height / 4, top + height / 2, top + (3 * height) / 4];
  const covered = ends.find((y) => !isFree(x, y));
  if (covered === undefined) return null;
  const { tagName = 'nothing', className = '' } = document.elementFromPoint(x, covered) ?? {};
  return `is covered at ${Math.round(x)}, ${Math.round(covered)} by ${tagName.toLowerCase()}.${String(className)}`;
}

/** Controls without the mark of `tabThrough`; of radio buttons, one takes the focus for all. Removes the marks. */
function takeUnreached(): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
  ];
  const reached = all.filter((element) => 'reached' in element.dataset);
  const groups = new Set(reached.flatMap((one) => (one instanceof HTMLInputElement ? [one.name] : [])));
  const isLeft = (element: HTMLElement) =>
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !(element instanceof HTMLInputElement && element.type === 'radio' && groups.has(element.name));
  const left = all.filter((element) => !reached.includes(element) && isLeft(element));
  for (const element of reached) delete element.dataset['reached'];
  return left.map((element) => element.outerHTML.slice(0, 200));
}
