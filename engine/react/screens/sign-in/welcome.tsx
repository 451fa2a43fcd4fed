/** Beside the sign-in form: what people can do here, where to begin, and whom to ask. */
import { Link } from 'react-router-dom';
import { accountMessages } from '../../../locales/account.ts';
import { Contact } from '../../language/contact.tsx';
import { text } from '../../language/text.ts';
import { useSlice } from '../../session/portal-context.ts';
import { BeforeQuestion } from './before-question.tsx';
import styles from './sign-in.module.css';

interface WelcomeProps {
  /** Name of the page that shows it. */
  readonly route: string;
  /** Takes people to the form of this page. */
  readonly onSignIn: () => void;
}

export function Welcome({ route, onSignIn }: WelcomeProps) {
  const { welcome, routes, language } = useSlice();
  const { heading, points, entries, before, hours, contacts } = welcome;
  const links = entries.flatMap(({ title, help, page }) => {
    const path = routes.find(({ name }) => name === page)?.path;
    return path === undefined ? [] : [{ title, help, path, isHere: page === route }];
  });
  return (
    <aside className={styles.welcome} aria-label={text(accountMessages.whatPortalOffers)}>
      <p className={styles.heading}>{heading}</p>
      {links.length === 0 ? (
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      ) : (
        <ul className={styles.entries}>
          {links.map(({ title, help, path, isHere }) => (
            <li key={title}>
              {isHere ? (
                <button type="button" className={styles.entry} onClick={onSignIn}>
                  {title}
                </button>
              ) : (
                <Link to={path} className={styles.entry}>
                  {title}
                </Link>
              )}
              {help !== null && <p className={styles.help}>{help}</p>}
            </li>
          ))}
        </ul>
      )}
      {before !== null && <BeforeQuestion key={language} question={before} />}
      {(hours !== null || contacts.length > 0) && (
        <dl className={styles.facts}>
          {hours !== null && (
            <div>
              <dt>{text(accountMessages.officeHours)}</dt>
              <dd>{hours}</dd>
            </div>
          )}
          {contacts.map(({ title, description }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <Contact value={description} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </aside>
  );
}
