/** First and last day of a period; both are optional. */
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { text } from '../text.ts';
import styles from './report.module.css';
import { reportMessages } from '../../locales/reports.ts';

export interface ShownPeriod {
  readonly from: string;
  readonly to: string;
}

export function PeriodForm({ period }: { readonly period: ShownPeriod }) {
  const [, setSearch] = useSearchParams();
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '');
    setSearch(
      entries.map(([name, value]): [string, string] => [name, String(value)]),
      { replace: true },
    );
  };
  return (
    <form className={styles.period} onSubmit={show} aria-label={text(reportMessages.period)}>
      <TextInput
        type="date"
        name="from"
        label={text(reportMessages.periodFrom)}
        defaultValue={period.from}
        max={period.to}
      />
      <TextInput
        type="date"
        name="to"
        label={text(reportMessages.periodTo)}
        defaultValue={period.to}
        min={period.from}
      />
      <Button type="submit" variant="default">
        {text(reportMessages.showPeriod)}
      </Button>
    </form>
  );
}
