/** What the search through everything offers. */
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { WireRow } from '../../contract/record.ts';
import { accountMessages } from '../../locales/account.ts';
import { pageMessages } from '../../locales/page.ts';
import { nameOfRecord, nameOfState, nameOfSubject } from '../facts/words.ts';
import { usePortal, useSlice } from '../session/portal-context.ts';
import { usePageOf } from '../records/links/pages.ts';
import { signOutPath } from '../router/places.ts';
import { chooseLanguage } from '../session/language.ts';
import { useNavigation } from '../shell/navigation.ts';
import { currentLanguage, text } from '../language/text.ts';

export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly run: () => void;
}

/** The open pages of the navigation, in its groups. */
export function usePageChoices(): readonly { readonly title: string; readonly choices: readonly Choice[] }[] {
  const { groups } = useNavigation();
  const navigate = useNavigate();
  return groups.map(({ title, entries }) => ({
    title,
    choices: entries.map(({ name, label, path }) => ({
      key: `page ${name}`,
      label,
      run: () => void navigate(path),
    })),
  }));
}

/** Records without a page for this person are left out. */
export function useRecordChoices(records: readonly WireRow[]): readonly Choice[] {
  const slice = useSlice();
  const pageOf = usePageOf();
  const navigate = useNavigate();
  return records.flatMap((record) => {
    const path = pageOf(record);
    if (path === null) return [];
    const about = nameOfSubject(slice, record, []);
    // A part has no number of its own: what its lists show of the record above it tells it from others.
    const above =
      record.number === null ? Object.values(record.shown).filter((one) => typeof one === 'string') : [];
    const said = [about, record.number, ...above, nameOfState(slice, record.type, record.state)];
    return [
      {
        key: `record ${record.type} ${record.slug}`,
        label: nameOfRecord(slice, record),
        description: said.filter((one) => one !== null).join(' · '),
        run: () => void navigate(path),
      },
    ];
  });
}

export function useSettingChoices(): readonly Choice[] {
  const { client, account } = usePortal();
  const slice = useSlice();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const out = signOutPath(slice);
  const languages = slice.locales.filter((language) => language !== currentLanguage());
  return [
    {
      key: 'colours',
      label: text(other === 'dark' ? pageMessages.switchToDark : pageMessages.switchToLight),
      run: () => setColorScheme(other),
    },
    ...languages.map((language) => ({
      key: `language ${language}`,
      label: `${text(pageMessages.language)}: ${slice.localeNames[language] ?? language}`,
      run: () => void chooseLanguage({ client, account }, language),
    })),
    ...(out === null
      ? []
      : [{ key: 'sign-out', label: text(accountMessages.signOut), run: () => void navigate(out) }]),
  ];
}
