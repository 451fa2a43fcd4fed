/**
 * Storybook over the configuration: each YAML file with something to show has its own stories. Foundations, components
 * and scenes have theirs in files.
 */
import type { StorybookConfig } from '@storybook/react-vite';
import { createIndexer } from './indexer.ts';
import { portalStories } from './portal-stories.ts';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  addons: ['@storybook/addon-docs'],
  stories: [
    './{foundations,components,scenes}/*.stories.tsx',
    './patterns/*.mdx',
    '../config/guards.yaml',
    '../config/departments/*.yaml',
    '../config/routes/*.yaml',
    '../config/records/*.yaml',
    '../config/forms/*.yaml',
    '../config/workflows/*.yaml',
    '../config/requirements/*/!(set).yaml',
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false, check: false },
  experimental_indexers: (existing = []) => [...existing, createIndexer()],
  viteFinal: (vite) => ({
    ...vite,
    plugins: [...(vite.plugins ?? []), portalStories()],
    optimizeDeps: {
      ...vite.optimizeDeps,
      include: [
        'react',
        'react-dom/client',
        'react-router-dom',
        '@mantine/core',
        '@rjsf/core',
        '@tabler/icons-react',
        'swr',
        'immer',
      ],
    },
  }),
};

export default config;
