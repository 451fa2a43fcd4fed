/** Builds the browser's part into dist/; the server renders the page itself from the manifest, with a fresh nonce. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const frameworks =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|cookie|immer)[\\/]/;

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
          // The sign-in page is what the entry imports: few files, because each one costs a request and its headers.
          groups: [
            { name: 'frameworks', test: frameworks },
            { name: 'start', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
