/** The languages of the portal by their own names; nothing if there is only one. */
import { useState } from 'react';
import { sayProblem } from '../api/problem.ts';
import { usePortal, useSlice } from '../session/portal-context.ts';
import { chooseLanguage } from '../session/language.ts';
import { currentLanguage, text } from '../language/text.ts';
import styles from './brand.module.css';
import { pageMessages } from '../../locales/page.ts';

export function Languages() {
  const { client, store, account } = usePortal();
  const { locales, localeNames } = useSlice();
  const [isBusy, setIsBusy] = useState(false);
  if (locales.length < 2) return null;
  const choose = async (language: string) => {
    setIsBusy(true);
    const problem = await chooseLanguage({ client, account }, language);
    setIsBusy(false);
    if (problem === null) return;
    store.change((draft) => {
      draft.dialog = {
        title: text(pageMessages.languageNotChanged),
        text: sayProblem(problem),
        button: text(pageMessages.close),
        closesAfter: null,
      };
    });
  };
  return (
    <nav className={styles.languages} aria-label={text(pageMessages.language)}>
      {locales.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={styles.language}
          disabled={isBusy}
          aria-current={language === currentLanguage() ? 'true' : undefined}
          onClick={() => language !== currentLanguage() && void choose(language)}
        >
          {localeNames[language] ?? language}
        </button>
      ))}
    </nav>
  );
}
