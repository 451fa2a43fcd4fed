/** Below what was filed: the way ahead, whom to ask, the mail that was sent, and what to keep. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { formMessages } from '../../../locales/forms.ts';
import { startMessages } from '../../../locales/start.ts';
import { useRead } from '../../data/hooks.ts';
import { Contact } from '../../language/contact.tsx';
import { text } from '../../language/text.ts';
import { textAround } from '../../language/text-around.tsx';
import { RecordDocuments } from '../../records/documents/record-documents.tsx';
import { usePageOf } from '../../records/links/pages.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import styles from './form.module.css';

export function FiledNext({ record }: { readonly record: WireRecord }) {
  const isKnown = useSession().token !== null;
  return (
    <>
      {record.next.length > 0 && (
        <section className={styles.next}>
          <h2>{text(formMessages.theWayAhead)}</h2>
          <ol className={styles.order}>
            {record.next.map(({ state, title, who }) => (
              <li key={state}>
                {title}
                {who !== null && ` · ${who}`}
              </li>
            ))}
          </ol>
        </section>
      )}
      {isKnown && <Asking record={record} />}
      <section className={styles.next}>
        <h2>{text(formMessages.keepThis)}</h2>
        {isKnown && <MailSent record={record} />}
        <RecordDocuments record={record} />
        <div>
          <Button variant="default" onClick={() => window.print()}>
            {text(startMessages.print)}
          </Button>
        </div>
      </section>
    </>
  );
}

function Asking({ record }: { readonly record: WireRecord }) {
  const { routes, welcome, departments } = useSlice();
  const messages = routes.find(({ screen }) => screen === 'messages')?.path;
  const holder = record.waits_for?.who === 'office' ? record.waits_for : null;
  const office = holder?.title ?? null;
  const contacts = departments[holder?.key ?? '']?.contacts ?? welcome.contacts;
  if (messages === undefined && contacts.length === 0) return null;
  return (
    <section className={styles.next}>
      <h2>{text(formMessages.whomToAsk)}</h2>
      {messages !== undefined && office !== null && (
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

/** The newest notice about this record. Notices go to the notifications of an account and to its address. */
function MailSent({ record }: { readonly record: WireRecord }) {
  const page = usePageOf()(record);
  const { data: notices } = useRead('GET /notifications', { query: { limit: 20 } });
  const { data: profile } = useRead('GET /profile', {});
  const sent = notices?.items.find(
    ({ path, at }) => path !== null && path === page && at >= record.created_at,
  );
  if (sent === undefined || profile === undefined) return null;
  return (
    <p>
      {textAround(formMessages.mailSent, {
        subject: <strong>{sent.subject}</strong>,
        address: <strong>{profile.username}</strong>,
      })}
    </p>
  );
}
