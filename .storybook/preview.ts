/** Every story is a whole page of the portal: no padding, and common screen widths. */
import type { Preview } from '@storybook/react-vite';
import portal from 'virtual:portal';
import { nameOfLanguage } from '../engine/react/session/language.ts';

const preview: Preview = {
  initialGlobals: { language: portal.language },
  globalTypes: {
    language: {
      description: 'Language of the pages',
      toolbar: {
        icon: 'globe',
        dynamicTitle: true,
        items: portal.locales.map((value) => ({ value, title: nameOfLanguage(value) })),
      },
    },
  },
  parameters: {
    layout: 'fullscreen',
    viewport: {
      options: {
        phone: { name: 'Phone', styles: { width: '360px', height: '740px' }, type: 'mobile' },
        desk: { name: 'Desk', styles: { width: '1440px', height: '900px' }, type: 'desktop' },
      },
    },
  },
};

export default preview;
