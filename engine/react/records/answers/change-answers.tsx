/** The link back into the form of a record that was returned to its owner. A draft opens in its form anyway. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { text } from '../../text.ts';
import styles from './change-answers.module.css';
import { useChangePageOf, useFormRoute } from '../links/pages.ts';
import { recordMessages } from '../../../locales/records.ts';

export function ChangeAnswers({ record }: { readonly record: WireRecord }) {
  const route = useFormRoute()(record.type);
  const page = useChangePageOf()(record);
  const to = page ?? (route === null ? null : `${route.path}?record=${encodeURIComponent(record.slug)}`);
  if (!record.editable || to === null) return null;
  return (
    <p className={styles.way}>
      <Button component={Link} variant="default" to={to}>
        {text(recordMessages.changeAnswers)}
      </Button>
    </p>
  );
}
