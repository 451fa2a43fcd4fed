/** Builds the browser's part into dist/; the server renders the page itself from the manifest, with a fresh nonce. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// What the sign-in page needs lies in few files: each one costs a request and its headers.
const frameworks =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|cookie|immer)[\\/]/;
const start =
  /engine[\\/](portal|react[\\/](api[\\/](client|problem|token|intent)|session|router|theme[\\/](provider|theme|shades|base)|portal-context|text\.ts|page[\\/](modal|primary-button|focus-request)|shell[\\/](icons|brand|languages|loading|error-dialog)))/;

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
          groups: [
            { name: 'frameworks', test: frameworks },
            { name: 'start', test: start },
          ],
        },
      },
    },
  },
});
