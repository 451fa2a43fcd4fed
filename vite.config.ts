/** Builds the browser's part into dist/; the server renders the page itself from the manifest, with a fresh nonce. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin, transformWithOxc } from 'vite';

/** With all styles, whose order then stays the order of the imports, and what keeps pages for times without a connection. */
const frame =
  /\.css$|[\\/](?:screens[\\/]framed-page\.tsx|api[\\/]kept-answers\.ts|session[\\/](?:offline-page|see-as-myself)\.ts)$|node_modules[\\/](?:react-is|idb-keyval)[\\/]/;

export default defineConfig({
  plugins: [react(), productionRouter(), formsWithoutMarkdown(), pdfFiles(), scriptsByThemselves()],
  publicDir: false,
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'src/main.tsx',
      output: {
        codeSplitting: {
          // Few files, because each one costs a request and its headers: what the entry imports is the sign-in page,
          // the frame is what every other page needs, and what two of the rest share is one file.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'frame', test: frame, priority: 2 },
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
