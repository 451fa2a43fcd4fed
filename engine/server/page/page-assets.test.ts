import { expect, test } from 'vitest';
import { collectAssets } from './page-assets.ts';

test('names what the first paint needs, the parts before what overrules them, and the files of each kind of screen', () => {
  const manifest = {
    'src/main.tsx': {
      file: 'assets/main.js',
      isEntry: true,
      css: ['assets/main.css'],
      imports: ['_base.js', '_start.js'],
      dynamicImports: ['lazy.tsx', '_frame.js'],
    },
    '_start.js': { file: 'assets/start.js', css: ['assets/start.css'], imports: ['_base.js'] },
    '_base.js': { file: 'assets/base.js', css: ['assets/base.css'], imports: ['_start.js'] },
    '_frame.js': { file: 'assets/frame.js', name: 'frame', css: ['assets/frame.css'] },
    '_frame.css': { file: 'assets/frame.css' },
    '_lists.js': { file: 'assets/lists.js', name: 'lists', imports: ['_frame.js'] },
    'lazy.tsx': { file: 'assets/lazy.js', css: ['assets/lazy.css'] },
  };
  const files = ['main', 'base', 'frame', 'lists'].map((name) => `assets/${name}.js`);
  expect(collectAssets(manifest, { list: files, menu: files.slice(0, 3) })).toEqual({
    scripts: ['/assets/main.js'],
    preloads: ['/assets/start.js', '/assets/base.js'],
    styles: ['/assets/start.css', '/assets/base.css', '/assets/main.css'],
    frame: { scripts: ['/assets/frame.js'], styles: ['/assets/frame.css'] },
    rooms: ['/assets/lists.js'],
    screens: { list: ['/assets/lists.js'], menu: [] },
  });
});

test('names nothing where nothing was built', () => {
  expect(collectAssets({}, {})).toEqual({
    scripts: [],
    preloads: [],
    styles: [],
    frame: { scripts: [], styles: [] },
    rooms: [],
    screens: {},
  });
});
