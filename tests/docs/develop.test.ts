/** Holds the pages for developers against the code: each path exists, each name is in its file, the picture shows the rooms. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rooms } from '../architecture/rooms.ts';
import { root } from '../architecture/sources.ts';

const pages = globSync(['docs/develop/*.md', 'docs/decisions/001[2-5]*.md'], { cwd: root }).sort();
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test.each(pages)('%s names paths that exist', (page) => {
  const paths = [...read(page).matchAll(/`((?:engine|tests|schemas|config|src|scripts)\/[\w./-]+)`/g)];
  const missing = paths.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

const declares = (path: string, name: string): boolean =>
  new RegExp(`\\b(function|const|class|interface|type|CREATE FUNCTION) ${name}\\b`).test(read(path));

test('where-is-what names what its files declare', () => {
  const rows = [...read('docs/develop/where-is-what.md').matchAll(/\| `([^`]+)` *\| `(\w+)` *\|/g)];
  expect(rows.length).toBeGreaterThan(24);
  const absent = rows.filter(([, path = '', name = '']) => !declares(path, name));
  expect(absent.map(([row]) => row)).toEqual([]);
});

test('the way of a request names what the files of its paragraph declare', () => {
  const paragraphs = read('docs/develop/request.md').split(/\n\n|\n(?=\d\.)/);
  const absent = paragraphs.flatMap((paragraph) => {
    const words = [...paragraph.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
    const names = words.filter((word) => /^[A-Za-z]+$/.test(word));
    const paths = words.filter((word) => word.endsWith('.ts'));
    return names.filter((name) => !paths.some((path) => declares(path, name)));
  });
  expect(absent).toEqual([]);
});

test('the picture of the architecture shows the rooms in their order', async () => {
  const page = read('docs/develop/architecture.md');
  const drawn = page.replace(
    /(<!-- rooms -->\n\n```mermaid\n)[\s\S]*?(?=```)/,
    (_, start: string) => start + picture(),
  );
  await expect(drawn).toMatchFileSnapshot(join(root, 'docs/develop/architecture.md'));
});

/** Data flow as arrows between layers; the rooms of a layer are the lines of its box. */
function picture(): string {
  const layers = Map.groupBy(rooms, (room) => room.split('/').slice(0, 2).join('/'));
  const boxes = [...layers].map(([layer, inside]) => {
    const names = inside.map((room) => room.slice(layer.length + 1)).filter((name) => name !== '');
    return `  ${layer.slice('engine/'.length)}["${[`<b>${layer}</b>`, ...names].join('<br/>')}"]\n`;
  });
  return `flowchart LR\n${boxes.join('')}${flow.map((arrow) => `  ${arrow}\n`).join('')}`;
}

const flow = [
  'yaml[("config/*.yaml")] --> config',
  'config -- Portal --> portal',
  'locales -- messages --> portal',
  'portal -- decisions --> server',
  'contract -- endpoints --> server',
  'extension -- effects, channels, file store --> server',
  'server <--> database[("PostgreSQL")]',
  'server -- HTTP --> react',
  'simulation -- HTTP --> server',
  'portal -- before and after --> plan',
  'plan -- changes --> command',
  'config -- uses of names --> symbols',
  'symbols -- answers and renames --> command',
  'command -- starts --> server',
];
