/** The end of a start page: open an account, or begin. A new record begins with the answers of the page. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { Link } from 'react-router-dom';
import type { Answer } from '../../api/call.ts';
import type { WireNeeds } from '../../../contract/start-pages.ts';
import { startMessages } from '../../../locales/start.ts';
import { text } from '../../language/text.ts';
import { useFormPage } from '../../records/links/pages.ts';
import { registrationPath, signInPath } from '../../router/places.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import styles from './start.module.css';

interface BeginButtonsProps extends Pick<WireNeeds, 'answers'> {
  readonly page: Answer<'GET /start-pages/:page'>;
}

export function BeginButtons({ page, answers }: BeginButtonsProps) {
  const { token } = useSession();
  // Without an account there is one only if none is needed.
  const form = useFormPage()(page.type);
  return (
    <div className={styles.begin}>
      {form !== null && (
        <Button component={Link} to={form.path} state={{ answers }} size="md">
          {text(startMessages.begin)}
        </Button>
      )}
      {form === null && token === null && <OpenAccount names={page.registrations} />}
    </div>
  );
}

function OpenAccount({ names }: { readonly names: readonly string[] }) {
  const slice = useSlice();
  const [only, ...others] = slice.routes.filter(({ name }) => names.includes(name));
  const path = only !== undefined && others.length === 0 ? only.path : registrationPath(slice);
  return (
    <>
      {path !== null && (
        <Button component={Link} to={path} size="md">
          {text(startMessages.createAccount)}
        </Button>
      )}
      <Link to={signInPath(slice)}>{text(startMessages.signInToBegin)}</Link>
    </>
  );
}
