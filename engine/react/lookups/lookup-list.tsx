/**
 * The rows of a lookup, searched in the browser. Maintainers can open each row, with retired rows last; others see
 * active rows.
 */
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { propertiesOf } from '../../portal/forms/form-levels.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import type { WireEditedRow } from '../../contract/lookups.ts';
import { useFormOf } from '../data/hooks.ts';
import { sayDate } from '../page/dates.ts';
import { PageHead } from '../page/page-head.tsx';
import { LoadError, Placeholder } from '../page/feedback.tsx';
import { useSlice } from '../session/portal-context.ts';
import { groupFacts, titlesOf } from '../facts/facts.ts';
import tableStyles from '../records/table/table.module.css';
import { Tag } from '../facts/state-tag.tsx';
import { text } from '../language/text.ts';
import { ListKeys } from '../page/list-keys.tsx';
import type { ScreenProps } from '../router/screen.ts';
import { labelOf, useListedLookup, useLookupPages, useRowsOf, type ListedLookup } from './use-lookup.ts';
import styles from './lookups.module.css';
import { listMessages } from '../../locales/lists.ts';
import { lookupMessages } from '../../locales/lookups.ts';

/** More columns would not fit; the form shows all values. */
const mostColumns = 4;

export function LookupList({ route }: ScreenProps) {
  const name = route.lookup ?? '';
  const lookup = useListedLookup(name);
  const { data: rows, error, retry } = useRowsOf(name, lookup?.isKept === true);
  const hash = lookup?.form ?? null;
  const { data: form } = useFormOf(hash);
  const isThere = rows !== undefined && (hash === null || form !== undefined);
  const { add } = useLookupPages(name);
  const said: unknown = useLocation().state;
  const added = typeof said === 'object' && said !== null && 'added' in said ? String(said.added) : null;
  return (
    <>
      <PageHead
        title={route.title}
        actions={
          add !== null && (
            <Button component={Link} to={add.path}>
              {add.title}
            </Button>
          )
        }
      />
      {added !== null && (
        <output className={styles.saved}>{text(lookupMessages.rowAdded, { name: added })}</output>
      )}
      {error !== undefined && <LoadError error={error} onRetry={retry} />}
      {error === undefined && !isThere && <Placeholder />}
      {lookup !== null && isThere && <LookupRows lookup={lookup} rows={rows} form={form} />}
    </>
  );
}

interface LookupRowsProps {
  readonly lookup: ListedLookup;
  readonly rows: readonly WireEditedRow[];
  /** Omitted if nobody maintains the rows: then they only have names. */
  readonly form: WireForm | undefined;
}

function LookupRows({ lookup, rows: all, form }: LookupRowsProps) {
  const slice = useSlice();
  const [wanted, setWanted] = useState('');
  const rows = useRef<HTMLTableSectionElement>(null);
  const columns = columnsOf(lookup, form);
  const said = useMemo(() => {
    const ordered = all.toSorted((a, b) => Number(a.retired) - Number(b.retired));
    return ordered.map((row) => {
      const facts =
        form === undefined ? [] : groupFacts(form, row.row, slice).flatMap((group) => group.facts);
      const cells = facts.map((fact): [string, string] => [fact.name, fact.text]);
      return { row, cells: new Map([['label', labelOf(row)], ...cells]) };
    });
  }, [all, form, slice]);
  const words = wanted.trim().toLowerCase();
  const shown = said.filter(({ cells }) => [...cells.values()].join(' ').toLowerCase().includes(words));
  return (
    <>
      <TextInput
        className={styles.search}
        type="search"
        data-list-search
        aria-label={text(lookupMessages.searchRows)}
        placeholder={text(listMessages.search)}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <output className={styles.total}>{text(lookupMessages.rowCount, { count: shown.length })}</output>
      <div className={tableStyles.frame}>
        <table className={`${tableStyles.table} ${styles.table}`} data-fitting aria-label={lookup.title}>
          <thead>
            <tr>
              {columns.map(([column, title]) => (
                <th key={column} scope="col">
                  {title}
                </th>
              ))}
              {lookup.isKept && <th scope="col">{text(lookupMessages.changedOn)}</th>}
            </tr>
          </thead>
          <tbody ref={rows}>
            {shown.map(({ row, cells }) => (
              <LookupRow
                key={row.value}
                lookup={lookup}
                row={row}
                cells={columns.map(([column]) => cells.get(column))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ListKeys rows={rows} />
    </>
  );
}

/** Yes or no means nothing without its question. */
function columnsOf({ title }: ListedLookup, form: WireForm | undefined): (readonly [string, string])[] {
  if (form === undefined) return [['label', title]];
  const asked = propertiesOf(form.schema);
  return [...titlesOf(form)].filter(([name]) => asked[name]?.type !== 'boolean').slice(0, mostColumns);
}

interface LookupRowProps {
  readonly lookup: ListedLookup;
  readonly row: WireEditedRow;
  readonly cells: readonly (string | undefined)[];
}

function LookupRow({ lookup, row, cells }: LookupRowProps) {
  const { timeZone } = useSlice();
  const { edit } = useLookupPages(lookup.name);
  const [, ...others] = cells;
  const path = edit(row.value);
  return (
    <tr className={tableStyles.row} data-retired={row.retired}>
      <td>
        {path === null ? (
          labelOf(row)
        ) : (
          <Link to={path} className={tableStyles.link} data-row-link>
            {labelOf(row)}
          </Link>
        )}
        {row.retired && (
          <span className={styles.retired}>
            <Tag tone="neutral">{text(lookupMessages.retired)}</Tag>
          </span>
        )}
        <span className={styles.others}>{others.filter((cell) => cell !== undefined).join(' · ')}</span>
      </td>
      {others.map((cell, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a column stays where it is
        <td key={at}>{cell ?? ''}</td>
      ))}
      {lookup.isKept && (
        <td data-short>{row.changed_at === null ? '' : sayDate(row.changed_at, timeZone)}</td>
      )}
    </tr>
  );
}
