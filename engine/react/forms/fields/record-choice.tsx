/** A record that the answer names: typing searches the records that the question offers, on the server. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { offeredRecords } from '../../../portal/forms/references.ts';
import { useRead } from '../../data/hooks.ts';
import type { WidgetProps } from './form-context.ts';
import { SearchableChoice } from './searchable-choice.tsx';

/** The delay after typing before the records are requested, in milliseconds. */
const settling = 250;

const endpoint = 'GET /forms/:hash/records/:question';

export function RecordChoice(props: WidgetProps) {
  const { value, uiSchema = {}, registry } = props;
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), settling);
  const params = {
    hash: registry.formContext.form?.hash ?? '',
    question: offeredRecords(uiSchema)?.question ?? '',
  };
  const { data: found = [] } = useRead(
    endpoint,
    { params, query: { q } },
    { isOpen: true, keepPreviousData: true },
  );
  const named = typeof value === 'string' && value !== '' ? { params, query: { value } } : null;
  const { data: chosen = [] } = useRead(endpoint, named, { isOpen: true });
  return (
    <SearchableChoice
      {...props}
      groups={[{ title: null, choices: found.map(({ value: slug, label }) => ({ value: slug, label })) }]}
      search={{ chosen: chosen.map(({ label }) => ({ value, label }))[0], onType: setWords }}
    />
  );
}
