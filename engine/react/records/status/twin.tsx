/** Warns of another record with the same values, of a type that allows them only once: by a link to that one. */
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import { useFormOf, useRead } from '../../data/hooks.ts';
import { isDraft, nameOfRecord } from '../../facts/words.ts';
import { sayParts } from '../../page/dates.ts';
import { textAround } from '../../language/text-around.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { usePageOf } from '../links/pages.ts';
import styles from '../../page/page.module.css';

interface TwinHint {
  /** The question at which filing would be refused. */
  readonly field: string;
  readonly hint: ReactNode;
}

/**
 * Asks again after each change.
 * @param record null: it does not exist yet
 * @returns null: nothing is in its way
 */
export function useTwinHint(record: WireRecord | null): TwinHint | null {
  const slice = useSlice();
  const pageOf = usePageOf();
  const isAsked =
    record !== null && slice.recordTypes[record.type]?.isUnique === true && isDraft(slice, record);
  const { type = '', slug = '', version = 0, form = null } = record ?? {};
  const { data } = useRead(
    'GET /records/:type/:slug/twin',
    isAsked ? { params: { type, slug }, query: { version } } : null,
    { keepPreviousData: true },
  );
  const { data: asked } = useFormOf(data?.twin == null ? null : form);
  // The same until the record is saved again: it is shown among the questions of a form.
  return useMemo(() => {
    if (!isAsked || data?.twin == null) return null;
    const { twin } = data;
    const label = [nameOfRecord(slice, record), twin.number].filter((part) => part !== null).join(' ');
    const page = pageOf({ ...record, slug: twin.slug, editable: false });
    const questions = asked === undefined ? {} : propertiesOf(asked.schema);
    const titles = data.fields.map((name) => String(questions[name]?.['title'] ?? name));
    const hint = textAround(recordMessages.duplicateHint, {
      twin: page === null ? label : <Link to={page}>{label}</Link>,
      questions: sayParts(titles.map((title) => `“${title}”`)),
    });
    return { field: data.fields[0] ?? '', hint };
  }, [isAsked, data, asked, record, slice, pageOf]);
}

/** On the page of a draft. */
export function TwinLine({ record }: { readonly record: WireRecord }) {
  const twin = useTwinHint(record);
  return twin !== null && <output className={styles.note}>{twin.hint}</output>;
}
