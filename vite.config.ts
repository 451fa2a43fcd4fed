/** Builds the browser's part into dist/; the server renders the page itself from the manifest, with a fresh nonce. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin, transformWithOxc } from 'vite';

/**
 * With all styles, whose order then stays the order of the imports, what several rooms need to say of a record, and what
 * keeps pages for times without a connection.
 */
const frame = new RegExp(
  [
    String.raw`\.css$`,
    String.raw`screens/framed-page\.tsx$`,
    String.raw`engine/react/(?:chosen-files|facts|page|records/(?:answers|links|status))/`,
    String.raw`engine/locales/(?:files|providers|start)\.ts$`,
    String.raw`engine/portal/(?:access/accounts|forms/form-verdict|model/record-type|text/search-words|time/duration-words|workflow/claims)\.ts$`,
    String.raw`actions/(?:field-errors|step-summary|steps-on-use|use-record-write)\.tsx?$`,
    String.raw`(?:drafts/local-copy|fields/(?:choices-within|form-context)|forms/use-submission|outbox/kept-writes|parts/children|scan/scan-button)\.tsx?$`,
    String.raw`(?:api/kept-answers|session/offline-page|session/see-as-myself)\.ts$`,
    'components/(?:Input|NativeSelect|Progress|Stack|TextInput|Textarea)/',
    'node_modules/(?:idb-keyval|react-is)/',
    'use-debounced-value/',
  ]
    .join('|')
    .replaceAll('/', String.raw`[\\/]`),
);

/** What opens above a page, and is placed beside something on it: a page that has none loads none of it. */
const controls =
  /@floating-ui[\\/]|components[\\/](?:Checkbox|Combobox|Fieldset|Group|Menu|Popover|SegmentedControl)[\\/]|records[\\/]filters[\\/]|(?:act-switch|searchable-choice|step-menu)\.tsx$/;
/** Records are shown, filled in and reviewed with much the same code: two files would be a request more for most of them. */
const records = /(?:(?:checklist|form|record)-screen|checklist-form|record-summary|review-split)\.tsx$/;
const steps = /(?:action-(?:dialog|questions)|bulk-dialogs)\.tsx$/;
const lists = /(?:dashboard|list|report)-screen\.tsx$/;
const users = /react[\\/]users[\\/]/;

export default defineConfig({
  plugins: [
    react(),
    productionRouter(),
    formsWithoutMarkdown(),
    pdfFiles(),
    scriptsByThemselves(),
    screenFiles(),
  ],
  publicDir: false,
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    manifest: true,
    // Every page inside the frame needs this font at once, and it cannot be compressed further: as a file it is a request.
    assetsInlineLimit: (path) => path.endsWith('public-sans-latin-wght-normal.woff2'),
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'src/main.tsx',
      output: {
        codeSplitting: {
          // Few files, because each one costs a request and its headers: what the entry imports is the sign-in page,
          // the frame is what every other page needs, and what two of the rest share is one file.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 7 },
            { name: 'frame', test: frame, priority: 6 },
            { name: 'controls', test: controls, priority: 5 },
            { name: 'records', test: records, priority: 4 },
            { name: 'steps', test: steps, priority: 3 },
            { name: 'lists', test: lists, priority: 2 },
            { name: 'users', test: users, priority: 2 },
            { name: 'shared', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});

/** The router's package gives everybody its development build, with warnings that visitors need not load. */
function productionRouter(): Plugin {
  const folder = join(folderOf('react-router'), 'dist/production');
  return {
    name: 'production-router',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: join(folder, 'index.mjs') },
          { find: /^react-router\/dom$/, replacement: join(folder, 'dom-export.mjs') },
        ],
      },
    }),
  };
}

/** Texts of forms are plain; the form library brings a reader of Markdown for everybody. */
function formsWithoutMarkdown(): Plugin {
  const replacement = join(import.meta.dirname, 'engine/react/forms/plain-text.tsx');
  return {
    name: 'forms-without-markdown',
    config: () => ({ resolve: { alias: [{ find: /^markdown-to-jsx\/react$/, replacement }] } }),
  };
}

/**
 * The service worker, at the root because its scope is the whole site, and the script that begins the first reads, which
 * the page contains. They share no file with the pages.
 */
function scriptsByThemselves(): Plugin {
  return {
    name: 'scripts-by-themselves',
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: await scriptOf('src/service-worker.ts'),
      });
      this.emitFile({
        type: 'asset',
        fileName: 'early-reads.js',
        source: await scriptOf('src/early-reads.ts'),
      });
    },
  };
}

/** Names the files of each kind of screen, so that a page loads those of its own at once: `engine/server/page/page-assets.ts`. */
function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    generateBundle(_options, bundle) {
      const filesOf = (file: string, found = new Set<string>()): ReadonlySet<string> => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || found.has(file)) return found;
        found.add(file);
        for (const next of chunk.imports) filesOf(next, found);
        return found;
      };
      const screens: Record<string, readonly string[]> = {};
      for (const [file, chunk] of Object.entries(bundle)) {
        for (const module of chunk.type === 'chunk' ? chunk.moduleIds : []) {
          const kind = /[\\/]screens[\\/]([^\\/]+)[\\/]\1-screen\.tsx$/.exec(module)?.[1];
          if (kind !== undefined) screens[kind] = [...filesOf(file)];
        }
      }
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(screens) });
    },
  };
}

async function scriptOf(path: string): Promise<string> {
  const source = join(import.meta.dirname, path);
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
  const { code: small } = await minify(path, code.replace(/^export \{\};$/m, ''));
  // Not every browser takes a module as its service worker.
  if (/\b(?:import|export)\s*[{'"`]/.test(small)) throw new Error(`${path} must not import anything.`);
  return small;
}

/** What pdf.js loads when a PDF needs it: its worker, fonts, character maps and decoders; below its version. */
function pdfFiles(): Plugin {
  const root = folderOf('pdfjs-dist');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = `assets/pdfjs-${version}`;
  // Scripts in PDFs are not run: what would run them stays out.
  const parts = ['cmaps', 'standard_fonts', 'wasm', 'iccs'].flatMap((part) =>
    readdirSync(join(root, part))
      .filter((name) => !/^quickjs|LICENSE/i.test(name))
      .map((name) => ({ name: `${part}/${name}`, from: join(root, part, name) })),
  );
  const worker = { name: 'pdf.worker.min.mjs', from: join(root, 'legacy/build/pdf.worker.min.mjs') };
  const files = new Map([worker, ...parts].map(({ name, from }) => [`${folder}/${name}`, from]));
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const [fileName, from] of files)
        this.emitFile({ type: 'asset', fileName, source: readFileSync(from) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const from = files.get((request.url ?? '').slice(1));
        if (from === undefined) return next();
        if (from.endsWith('.mjs')) response.setHeader('Content-Type', 'text/javascript');
        response.end(readFileSync(from));
      });
    },
  };
}

/** Where a package is installed. */
function folderOf(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}
