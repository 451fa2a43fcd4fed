/** First and last day of a period; both may stay open. */
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import styles from './report.module.css';

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
    <form className={styles.period} onSubmit={show} aria-label="Period">
      <TextInput type="date" name="from" label="From" defaultValue={period.from} max={period.to} />
      <TextInput type="date" name="to" label="To" defaultValue={period.to} min={period.from} />
      <Button type="submit" variant="default">
        Show period
      </Button>
    </form>
  );
}
