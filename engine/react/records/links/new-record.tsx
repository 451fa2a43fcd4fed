/** Links to pages that create a record: of a list, or below a record. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
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
  if (route === null || recordTypes[type]?.mayCreate !== true) return null;
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
      {ways.map(({ path, title }) => (
        <Link key={path} to={path}>
          {title}
        </Link>
      ))}
    </nav>
  );
}

interface Way {
  readonly path: string;
  readonly title: string;
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
    const stands = subject !== undefined && type !== undefined && record.begins.includes(subject.type);
    if (route.screen !== 'form' || !stands || parameter?.type !== record.type) return [];
    const path = route.path.replace(`{${parameter.name}}`, record.slug);
    const isMine = !path.includes('{') && decide({ portal: slice, visitor }, path).outcome === 'show';
    return isMine ? [{ path, title: route.title }] : [];
  });
}
