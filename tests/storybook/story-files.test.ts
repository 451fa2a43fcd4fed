/** The stories follow the configuration: every visible part has one, and the documentation counts them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { configPortal } from '../../.storybook/config-portal.ts';
import { storiesOf } from '../../.storybook/story-files.ts';
import { screenKinds } from '../../engine/portal/model/route.ts';
import { readSources, root } from '../architecture/sources.ts';

const portal = await configPortal();
const files = readSources('config/**/*.yaml').map(({ path }) => path);
const stories = files.flatMap((file) => {
  const found = storiesOf(portal, file);
  return (found?.stories ?? []).map((story) => ({ ...story, title: found?.title ?? '' }));
});

test('every requirement kind is shown to its owner and to its office', () => {
  const shown = stories.flatMap(({ scene }) =>
    scene.show === 'kind' ? [`${scene.kind} ${scene.isSent}`] : [],
  );
  const wanted = Object.keys(portal.kinds).flatMap((kind) => [`${kind} false`, `${kind} true`]);
  expect(shown.sort()).toEqual(wanted.sort());
});

test('every form of a record and of a transition has a story', () => {
  const shown = new Set(stories.flatMap(({ scene }) => (scene.show === 'form' ? [scene.hash] : [])));
  const records = Object.values(portal.recordTypes).map(({ form }) => form);
  const inputs = Object.values(portal.workflows).flatMap(({ transitions }) =>
    Object.values(transitions).map(({ input }) => input),
  );
  const missing = [...records, ...inputs].filter((hash) => hash !== null && !shown.has(hash));
  expect(missing).toEqual([]);
});

test('every kind of screen that a page opens without a record has a story', () => {
  const shown = new Set(
    stories.flatMap(({ scene }) => {
      const route =
        scene.show === 'path' ? portal.routes.find(({ path }) => isAt(path, scene.path)) : undefined;
      return route === undefined ? [] : [route.screen];
    }),
  );
  expect(screenKinds.filter(isOpen).filter((kind) => !shown.has(kind))).toEqual([]);
});

test('every department with deputies shows the switch, and somebody who acts for another', () => {
  const shown = stories.flatMap(({ as, standIn }) => (standIn === undefined ? [] : `${as} ${standIn}`));
  const wanted = Object.values(portal.departments).flatMap(({ key, deputies }) =>
    deputies === null ? [] : [`${key} offered`, `${key} acting`],
  );
  expect(wanted.length).toBeGreaterThan(2);
  expect(shown.sort()).toEqual(wanted.sort());
});

test('every message of a guard has a story', () => {
  const messages = Object.values(portal.guards).flatMap(({ rules }) =>
    rules.flatMap(({ otherwise }) =>
      otherwise.message === null ? [] : [portal.messages[otherwise.message]],
    ),
  );
  const names = stories.filter(({ title }) => title === 'Guards').map(({ name }) => name);
  expect(messages.length).toBeGreaterThan(1);
  expect(names).toEqual(expect.arrayContaining(messages));
});

test('the documentation says how many stories of each kind there are', async () => {
  const own = readSources('.storybook/*/*.stories.tsx').map(({ text }) => ({
    kind: /title: '([^'/]+)/.exec(text)?.[1] ?? '',
    count: text.match(/^export const /gm)?.length ?? 0,
  }));
  const patterns = { kind: 'Patterns', count: globSync('.storybook/patterns/*.mdx', { cwd: root }).length };
  const configured = stories.map(({ title }) => ({ kind: title.split('/', 1)[0] ?? '', count: 1 }));
  const kinds = Map.groupBy([...own, patterns, ...configured], ({ kind }) => kind);
  const rows = [...kinds].map(
    ([kind, some]) => [kind, some.reduce((sum, { count }) => sum + count, 0)] as const,
  );
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  const table = [['kind', 'stories'], ['---', '--:'], ...rows, ['all', total]].map(
    (row) => `| ${row.join(' | ')} |\n`,
  );
  const file = join(root, 'docs/develop/storybook.md');
  const page = readFileSync(file, 'utf8').replace(
    /(<!-- stories -->\n\n)(?:\|.*\n)*\n?/,
    (_, start: string) => `${start}${table.join('')}\n`,
  );
  const written = await format(page, { ...(await resolveConfig(file)), filepath: file });
  await expect(written).toMatchFileSnapshot(file);
});

function isAt(pattern: string, path: string): boolean {
  const [a, b] = [pattern.split('/').filter(Boolean), path.split('/').filter(Boolean)];
  return (
    a.length === b.length && a.every((segment, index) => segment.startsWith('{') || segment === b[index])
  );
}

/** Some page of this kind has a URL without a record. */
function isOpen(kind: string): boolean {
  return portal.routes.some(
    ({ screen, params, redirect }) =>
      screen === kind && redirect === null && Object.values(params).every((domain) => !('record' in domain)),
  );
}
