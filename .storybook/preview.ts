/** What all stories share: the toolbar, common screen widths, and no padding around whole pages. */
// Before all components, as in the portal: their styles stand on these.
import '../engine/react/theme/theme.tsx';
import '../engine/react/theme/font.css';
import type { Preview } from '@storybook/react-vite';
import portal from 'virtual:portal';
import { applyScheme, readToolbar, startOfToolbar, toolbarOf } from './toolbar.ts';

const preview: Preview = {
  initialGlobals: { ...startOfToolbar(portal) },
  globalTypes: toolbarOf(portal),
  decorators: [
    (story, { globals }) => {
      applyScheme(readToolbar(globals).scheme);
      return story();
    },
  ],
  parameters: {
    layout: 'fullscreen',
    options: {
      storySort: { order: ['Foundations', 'Components', 'Patterns', 'Scenes', 'Screens', 'Records'] },
    },
    viewport: {
      options: {
        phone: { name: 'Phone', styles: { width: '360px', height: '740px' }, type: 'mobile' },
        desk: { name: 'Desk', styles: { width: '1440px', height: '900px' }, type: 'desktop' },
      },
    },
  },
};

export default preview;
