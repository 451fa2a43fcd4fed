import { expect, test } from 'vitest';
import { collectAssets } from './page-assets.ts';

test('names what the first paint needs, the parts before what overrules them', () => {
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
    'lazy.tsx': { file: 'assets/lazy.js', css: ['assets/lazy.css'] },
  };
  expect(collectAssets(manifest)).toEqual({
    scripts: ['/assets/main.js'],
    preloads: ['/assets/start.js', '/assets/base.js'],
    styles: ['/assets/start.css', '/assets/base.css', '/assets/main.css'],
    frame: { scripts: ['/assets/frame.js'], styles: ['/assets/frame.css'] },
  });
});

test('names nothing where nothing was built', () => {
  expect(collectAssets({})).toEqual({
    scripts: [],
    preloads: [],
    styles: [],
    frame: { scripts: [], styles: [] },
  });
});
