import { expect, test } from 'vitest';
import { collectAssets } from './register-page.ts';

test('names what the first paint needs, the parts before what overrules them', () => {
  const manifest = {
    'src/main.tsx': {
      file: 'assets/main.js',
      isEntry: true,
      css: ['assets/main.css'],
      imports: ['_base.js', '_frame.js'],
      dynamicImports: ['lazy.tsx'],
    },
    '_frame.js': { file: 'assets/frame.js', css: ['assets/frame.css'], imports: ['_base.js'] },
    '_base.js': { file: 'assets/base.js', css: ['assets/base.css'], imports: ['_frame.js'] },
    'lazy.tsx': { file: 'assets/lazy.js', css: ['assets/lazy.css'] },
  };
  expect(collectAssets(manifest)).toEqual({
    scripts: ['/assets/main.js'],
    preloads: ['/assets/frame.js', '/assets/base.js'],
    styles: ['/assets/frame.css', '/assets/base.css', '/assets/main.css'],
  });
});

test('names nothing where nothing was built', () => {
  expect(collectAssets({})).toEqual({ scripts: [], preloads: [], styles: [] });
});
