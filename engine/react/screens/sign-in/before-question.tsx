/** A question of a start page beside the entries: its answer opens the page. */
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { WireStartQuestion } from '../../../contract/start-pages.ts';
import { pageMessages } from '../../../locales/page.ts';
import type { Welcome } from '../../../portal/model/portal.ts';
import { text } from '../../language/text.ts';
import { GroupedOptions } from '../grouped-options.tsx';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import styles from './sign-in.module.css';

type QuestionChoices = WireStartQuestion['choices'];

export function BeforeQuestion({ question }: { readonly question: NonNullable<Welcome['before']> }) {
  const { title, help, page, asks } = question;
  const { routes } = useSlice();
  const navigate = useNavigate();
  const id = useId();
  const choices = useChoices(page, asks);
  const [value, setValue] = useState('');
  const path = routes.find(({ name }) => name === page)?.path;
  if (path === undefined) return null;
  const open = () => void navigate(value === '' ? path : `${path}?${new URLSearchParams({ [asks]: value })}`);
  return (
    <form
      className={styles.before}
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <label htmlFor={id} data-heading>
        {title}
      </label>
      {help !== null && <p id={`${id}-help`}>{help}</p>}
      <div className={styles.choice}>
        <select
          id={id}
          value={value}
          onChange={({ target }) => setValue(target.value)}
          {...(help !== null && { 'aria-describedby': `${id}-help` })}
        >
          <option value="">{text(pageMessages.notKnown)}</option>
          <GroupedOptions choices={choices} />
        </select>
        <button type="submit">{text(pageMessages.seeWhatYouNeed)}</button>
      </div>
    </form>
  );
}

/** Read after the page is there: people can sign in without them. */
function useChoices(page: string, asks: string): QuestionChoices {
  const { client } = usePortal();
  const [choices, setChoices] = useState<QuestionChoices>([]);
  useEffect(() => {
    let isCurrent = true;
    const read = client.call('GET /start-pages/:page', { params: { page } });
    // Without them the button still opens the page, which asks again.
    void read.then(
      ({ questions }) => isCurrent && setChoices(questions.find(({ name }) => name === asks)?.choices ?? []),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [client, page, asks]);
  return choices;
}
