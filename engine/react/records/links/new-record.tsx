/** Links to pages that create a record: of a list, or below a record. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { decide } from '../../../portal/routing/decide.ts';
import { recordParameterOf } from '../../../portal/routing/links.ts';
import { isDraft } from '../../facts/words.ts';
import { useSlice } from '../../session/portal-context.ts';
import { useVisitor } from '../../shell/navigation.ts';
import { text } from '../../language/text.ts';
import styles from '../records.module.css';
import { useFormPage } from './pages.ts';

interface NewRecordProps {
  readonly type: string;
  /** Shown beside similar links. */
  readonly isQuiet?: boolean;
}

export function NewRecord({ type, isQuiet = false }: NewRecordProps) {
  const { recordTypes } = useSlice();
  const route = useFormPage()(type);
  const { mayCreate, cannotCreate } = recordTypes[type] ?? {};
  if (route !== null && cannotCreate !== undefined) return <p className={styles.reason}>{cannotCreate}</p>;
  if (route === null || mayCreate !== true) return null;
  return (
    <Button component={Link} to={route.path} {...(isQuiet && { variant: 'default' })}>
      {route.title}
    </Button>
  );
}

export function BeginBelow({ record }: { readonly record: WireRecord }) {
  const ways = useWays(record);
  if (ways.length === 0) return null;
  return (
    <nav className={styles.ways} aria-label={text(recordMessages.beginnings)}>
      {ways.map(({ path, title, reason }) => (
        <Fragment key={path}>{reason === null ? <Link to={path}>{title}</Link> : <p>{reason}</p>}</Fragment>
      ))}
    </nav>
  );
}

interface Way {
  readonly path: string;
  readonly title: string;
  /** Why it is closed to this visitor; null: it is open. */
  readonly reason: string | null;
}

/** A draft or ended record takes no new children. */
function useWays(record: WireRecord): Way[] {
  const slice = useSlice();
  const visitor = useVisitor();
  const own = slice.recordTypes[record.type];
  const state = own?.states[record.state];
  if (own === undefined || isDraft(slice, record) || state?.isFinal === true) return [];
  return slice.routes.flatMap((route) => {
    const parameter = recordParameterOf(route);
    const [subject] = route.of;
    const type = subject === undefined ? undefined : slice.recordTypes[subject.type];
    if (route.screen !== 'form' || subject === undefined || parameter?.type !== record.type) return [];
    const isOpen = record.begins.includes(subject.type);
    const reason = type?.parents.includes(record.type) === true ? type.cannotCreate : undefined;
    if (type === undefined || (!isOpen && reason === undefined)) return [];
    const path = route.path.replace(`{${parameter.name}}`, record.slug);
    const isMine = !path.includes('{') && decide({ portal: slice, visitor }, path).outcome === 'show';
    return isMine ? [{ path, title: route.title, reason: isOpen ? null : (reason ?? null) }] : [];
  });
}
