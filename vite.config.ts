/** Builds the browser's part into dist/; the server renders the page itself from the manifest, with a fresh nonce. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** With all styles, whose order then stays the order of the imports. */
const frame = /\.css$|[\\/]screens[\\/]framed-page\.tsx$|node_modules[\\/]react-is[\\/]/;

export default defineConfig({
  plugins: [react()],
  publicDir: false,
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
