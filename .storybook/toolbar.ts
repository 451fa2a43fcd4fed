/** What the toolbar of Storybook chooses for every story: language, light or dark, and the department that looks. */
import type { Preview } from '@storybook/react-vite';
import type { Portal } from '../engine/portal/model/portal.ts';
import { nameOfLanguage } from '../engine/portal/language/language-name.ts';

/** The values in the toolbar; `story`: the department that the story is about. */
export interface Toolbar {
  readonly language: string;
  readonly scheme: Scheme;
  readonly department: string;
}

export type Scheme = 'auto' | 'light' | 'dark';

const ofStory = 'story';
const nobody = 'signed-out';

export function toolbarOf(portal: Portal): NonNullable<Preview['globalTypes']> {
  const departments = Object.values(portal.departments).map(({ key, title }) => ({ value: key, title }));
  return {
    language: {
      description: 'Language of the pages',
      toolbar: {
        icon: 'globe',
        dynamicTitle: true,
        items: portal.locales.map((value) => ({ value, title: nameOfLanguage(value) })),
      },
    },
    scheme: {
      description: 'Light or dark',
      toolbar: {
        icon: 'contrast',
        dynamicTitle: true,
        items: [
          { value: 'auto', title: 'As the device', icon: 'browser' },
          { value: 'light', title: 'Light', icon: 'sun' },
          { value: 'dark', title: 'Dark', icon: 'moon' },
        ],
      },
    },
    department: {
      description: 'Who looks at the page',
      toolbar: {
        icon: 'users',
        dynamicTitle: true,
        items: [
          { value: ofStory, title: 'Department of the story' },
          { value: nobody, title: 'Signed out' },
          ...departments,
        ],
      },
    },
  };
}

export function startOfToolbar(portal: Portal): Toolbar {
  return { language: portal.language, scheme: 'auto', department: ofStory };
}

export function readToolbar(globals: Readonly<Record<string, unknown>>): Toolbar {
  const { language = '', department = ofStory, scheme } = globals;
  return {
    language: String(language),
    department: String(department),
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'auto',
  };
}

/** The department that looks: the toolbar's, or else the story's; null: signed out. */
export function departmentOf({ department }: Toolbar, own: string | null): string | null {
  if (department === ofStory) return own;
  return department === nobody ? null : department;
}

/** The key under which Mantine keeps the choice of a person. */
const schemeKey = 'mantine-color-scheme-value';

/** As if the person had chosen it, so that pages on the screen follow as well. */
export function applyScheme(scheme: Scheme): void {
  if (localStorage.getItem(schemeKey) === scheme) return;
  localStorage.setItem(schemeKey, scheme);
  const change = { key: schemeKey, newValue: scheme, storageArea: localStorage };
  window.dispatchEvent(new StorageEvent('storage', change));
}
