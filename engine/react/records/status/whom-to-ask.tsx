/** Whom to ask about a record: the office that has it, or else the portal's contacts. */
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { formMessages } from '../../../locales/forms.ts';
import { Contact } from '../../language/contact.tsx';
import { text } from '../../language/text.ts';
import { textAround } from '../../language/text-around.tsx';
import { useSlice } from '../../session/portal-context.ts';
import styles from './status.module.css';

export function WhomToAsk({ record }: { readonly record: WireRecord }) {
  const { routes, welcome, departments } = useSlice();
  const messages = routes.find(({ screen }) => screen === 'messages')?.path;
  const holder = record.waits_for?.who === 'office' ? record.waits_for : null;
  const office = holder?.title ?? null;
  const contacts = departments[holder?.key ?? '']?.contacts ?? welcome.contacts;
  const isWritable = messages !== undefined && office !== null;
  if (!isWritable && contacts.length === 0) return null;
  return (
    <section className={styles.ask}>
      <h2>{text(formMessages.whomToAsk)}</h2>
      {isWritable && (
        <p>{textAround(formMessages.writeToOffice, { office: <Link to={messages}>{office}</Link> })}</p>
      )}
      <ul>
        {contacts.map(({ title, description }) => (
          <li key={title}>
            {title}: <Contact value={description} />
          </li>
        ))}
      </ul>
    </section>
  );
}
