/** Every story is a whole page of the portal: no padding round it, and the widths that people have. */
import type { Preview } from '@storybook/react-vite';

const preview: Preview = {
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
