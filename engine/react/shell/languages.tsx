/** The languages of the portal by their own names; nothing where there is one only. */
import { useState } from 'react';
import { sayProblem } from '../api/problem.ts';
import { usePortal, useSlice } from '../portal-context.ts';
import { chooseLanguage, nameOfLanguage } from '../session/language.ts';
import { spoken, text } from '../text.ts';
import styles from './languages.module.css';

export function Languages() {
  const { client, store } = usePortal();
  const { locales } = useSlice();
  const [isBusy, setIsBusy] = useState(false);
  if (locales.length < 2) return null;
  const choose = async (language: string) => {
    setIsBusy(true);
    const problem = await chooseLanguage(client, language);
    if (problem === null) return;
    setIsBusy(false);
    store.change((draft) => {
      draft.dialog = {
        title: text('The language was not changed'),
        text: sayProblem(problem),
        button: text('Close'),
        closesAfter: null,
      };
    });
  };
  return (
    <nav className={styles.languages} aria-label={text('Language')}>
      {locales.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={styles.language}
          disabled={isBusy}
          aria-current={language === spoken() ? 'true' : undefined}
          onClick={() => language !== spoken() && void choose(language)}
        >
          {nameOfLanguage(language)}
        </button>
      ))}
    </nav>
  );
}
