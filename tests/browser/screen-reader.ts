/** What a screen reader gets from a page: Chromium's accessibility tree, and what its live regions announce. */
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Visit } from './visit.ts';

export interface Spoken {
  readonly role: string;
  readonly name: string;
  /** The text of `aria-describedby`: help, errors. */
  readonly description: string;
  /** Of a heading. */
  readonly level: number | null;
  readonly isRequired: boolean;
  readonly isInvalid: boolean;
  /** The number of landmarks around it. */
  readonly depth: number;
}

interface Node {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
  readonly description?: { readonly value?: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
  readonly childIds?: readonly string[];
}

const landmarks = [
  'banner',
  'navigation',
  'main',
  'complementary',
  'region',
  'search',
  'form',
  'dialog',
  'table',
];
const controls = ['button', 'checkbox', 'combobox', 'Date', 'link', 'radio', 'searchbox', 'textbox'];
const fields = ['checkbox', 'combobox', 'Date', 'radiogroup', 'searchbox', 'textbox'];

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, known);
  return known;
}

/** What a screen reader says of the element with the focus. */
export async function readFocus(page: Page): Promise<Spoken> {
  const session = await sessionOf(page);
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
  if (result.objectId === undefined) throw new Error('No element has the focus.');
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  const [node] = nodes;
  if (node === undefined) throw new Error('The element with the focus is not in the accessibility tree.');
  return spokenOf(node, 0);
}

/** The page from its start to its end, without what is hidden from screen readers. */
async function readPage(page: Page): Promise<readonly Spoken[]> {
  const session = await sessionOf(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node] as const));
  const read = (node: Node, depth: number): Spoken[] => {
    const own = node.ignored ? [] : [spokenOf(node, depth)];
    const below = own.some(({ role }) => landmarks.includes(role)) ? depth + 1 : depth;
    const children = (node.childIds ?? []).flatMap((id) => byId.get(id) ?? []);
    return [...own, ...children.flatMap((child) => read(child, below))];
  };
  const [root] = nodes;
  return root === undefined ? [] : read(root, 0);
}

function spokenOf(node: Node, depth: number): Spoken {
  const valueOf = (name: string) => node.properties?.find((property) => property.name === name)?.value.value;
  const level = valueOf('level');
  return {
    role: String(node.role?.value ?? ''),
    name: String(node.name?.value ?? ''),
    description: String(node.description?.value ?? ''),
    level: typeof level === 'number' ? level : null,
    isRequired: valueOf('required') === true,
    isInvalid: valueOf('invalid') === 'true',
    depth,
  };
}

/** Landmarks and headings, one a line. */
export function outlineOf(page: readonly Spoken[]): string[] {
  return page
    .filter(({ role }) => landmarks.includes(role) || role === 'heading')
    .map(({ role, name, level, depth }) => {
      const kind = level === null ? role : `h${level}`;
      return `${'  '.repeat(depth)}${kind}${name === '' ? '' : ` ${name}`}`;
    });
}

/** Questions as they are heard, one a line: role, name, whether an answer is required or wrong, error and help. */
export function questionsOf(page: readonly Spoken[]): string[] {
  return page
    .filter(({ role }) => fields.includes(role))
    .map(({ role, name, isRequired, isInvalid, description }) =>
      [
        `${role} ${name}`,
        ...(isRequired ? ['required'] : []),
        ...(isInvalid ? ['invalid'] : []),
        ...(description === '' ? [] : [description]),
      ].join(' | '),
    );
}

/** Expects what holds on every page: one main heading, no skipped level, a name for each control. */
export async function expectHearable(page: Page): Promise<readonly Spoken[]> {
  const heard = await readPage(page);
  const countOf = (role: string) => heard.filter((one) => one.role === role).length;
  expect([countOf('banner'), countOf('main')]).toEqual([1, 1]);
  const start = heard.findIndex(({ role }) => role === 'main');
  const levels = heard.slice(start).flatMap(({ level, role }) => (role === 'heading' ? [level ?? 0] : []));
  expect(levels.filter((level) => level === 1)).toEqual([1]);
  expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  expect(heard.filter(({ role, name }) => controls.includes(role) && name === '')).toEqual([]);
  expect(await page.evaluate(findDanglingReferences)).toEqual([]);
  return heard;
}

function findDanglingReferences(): string[] {
  return ['aria-describedby', 'aria-labelledby'].flatMap((attribute) =>
    [...document.querySelectorAll(`[${attribute}]`)].flatMap((element) =>
      (element.getAttribute(attribute) ?? '').split(' ').filter((id) => document.getElementById(id) === null),
    ),
  );
}

/**
 * Collects what live regions announce: a change in a region that was there before, and an alert that appears. For
 * `signIn`.
 */
export async function listen({ context }: Visit): Promise<void> {
  await context.addInitScript(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const regions = '[aria-live=polite], [aria-live=assertive], output, [role=status], [role=alert]';
    const say = (region: Element | null | undefined) => {
      const text = region?.textContent?.trim() ?? '';
      if (text !== '' && announced.at(-1) !== text) announced.push(text);
    };
    const hear = ({ target, addedNodes }: MutationRecord) => {
      say((target instanceof Element ? target : target.parentElement)?.closest(regions));
      for (const node of addedNodes) {
        if (node instanceof Element)
          say(node.matches('[role=alert]') ? node : node.querySelector('[role=alert]'));
      }
    };
    const changes = { subtree: true, childList: true, characterData: true };
    new MutationObserver((records) => records.forEach(hear)).observe(document, changes);
  });
}

/** Waits until a live region has announced this. */
export async function expectAnnounced(page: Page, text: RegExp): Promise<void> {
  const announced = () => page.evaluate(() => Reflect.get(window, 'announced') as readonly string[]);
  await expect.poll(announced, { timeout: 20_000 }).toContainEqual(expect.stringMatching(text));
}
