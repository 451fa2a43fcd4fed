/** The date on a paper: entered before or after the file, saved by itself, and needed only for sending. */
import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useEffect, useEffectEvent, useState } from 'react';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { sayProblem } from '../../api/problem.ts';
import { useReloadCopy } from '../../drafts/local-copy.ts';
import { text } from '../../language/text.ts';
import { sayDate } from '../../page/dates.ts';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import styles from '../parts/part-rows.module.css';

/** While a year is typed, a date field has complete dates of the first centuries. */
const firstDay = '1900-01-01';

/** After the last key, so that a date is not sent while it is typed. */
const pause = 600;

interface PaperDayProps {
  readonly item: WireItem;
  readonly record: WireRecord;
  /** Called with what is typed: a file that is sent now takes it along. */
  readonly onType: (day: string) => void;
  /** The date was saved: the record is read again. */
  readonly onSaved: () => void;
}

export function PaperDay(props: PaperDayProps) {
  const { item } = props;
  return (
    <>
      {item.files.length > 0 && <Validity item={item} />}
      {item.editable && <DayField {...props} />}
    </>
  );
}

function DayField({ item, record, onType, onSaved }: PaperDayProps) {
  const { client } = usePortal();
  const copy = useReloadCopy(`${record.slug}.${item.id}.day`);
  const [typed, setTyped] = useState<string | null>(() => {
    const { day } = copy.read();
    return typeof day === 'string' ? day : null;
  });
  const [refused, setRefused] = useState<string | null>(null);
  // A returned or expired paper is replaced, so its date is not that of the next one.
  const saved = item.state === 'filed' ? (item.issued_on ?? '') : '';
  const day = typed ?? saved;
  const canSave = item.state === 'filed' && day !== saved && day >= firstDay && refused === null;
  const change = (next: string) => {
    setTyped(next);
    setRefused(null);
    onType(next >= firstDay ? next : '');
    copy.write({ day: next });
  };
  const save = useEffectEvent(async (issuedOn: string) => {
    const { type, slug } = record;
    const result = await client.send('PUT /records/:type/:slug/items/:item/date', {
      params: { type, slug, item: item.id },
      body: { issued_on: issuedOn },
    });
    if (result.ok) {
      setTyped(null);
      copy.write({});
      onSaved();
    } else if (result.problem.kind !== 'offline') setRefused(sayProblem(result.problem));
  });
  useEffect(() => {
    if (!canSave) return;
    const timer = setTimeout(() => void save(day), pause);
    const retry = () => void save(day);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [canSave, day]);
  return (
    <TextInput
      type="date"
      className={styles.day}
      label={text(checklistMessages.dateOnPaper)}
      description={text(checklistMessages.dateOnPaperHelp)}
      aria-label={`${text(checklistMessages.dateOnPaper)}: ${item.title}`}
      value={day}
      onChange={(event) => change(event.currentTarget.value)}
      error={refused ?? (item.undated && typed === null && text(checklistMessages.dateOnPaperMissing))}
    />
  );
}

export function Validity({
  item: { issued_on: issuedOn, valid_until: until, undated },
}: {
  readonly item: WireItem;
}) {
  const { timeZone } = useSlice();
  if (undated) return null;
  if (issuedOn === null) return <p className={styles.help}>{text(checklistMessages.dateOnPaperUnknown)}</p>;
  const date = sayDate(issuedOn, timeZone);
  return (
    <p className={styles.help}>
      {until === null
        ? text(checklistMessages.paperIssued, { date })
        : text(checklistMessages.paperIssuedValidUntil, { date, until: sayDate(until, timeZone) })}
    </p>
  );
}
