/** A record that the answer names: typing searches the records that the question offers, on the server. */
import { useDebouncedValue } from '@mantine/hooks';
import type { EnumOptionsType } from '@rjsf/utils';
import { useMemo, useState } from 'react';
import { offeredRecords } from '../../../portal/forms/references.ts';
import { useRead } from '../../data/hooks.ts';
import { LongChoice } from './choice-widgets.tsx';
import type { WidgetProps } from './form-context.ts';

/** The delay after typing before the records are requested, in milliseconds. */
const settling = 250;

const endpoint = 'GET /forms/:hash/records/:question';

export function RecordChoice(props: WidgetProps) {
  const { value, uiSchema = {}, registry } = props;
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words, settling);
  const params = {
    hash: registry.formContext.form?.hash ?? '',
    question: offeredRecords(uiSchema)?.question ?? '',
  };
  const { data, error } = useRead(endpoint, { params, query: { q } }, { isOpen: true });
  const named = typeof value === 'string' && value !== '' ? { params, query: { value } } : null;
  const { data: chosen = [] } = useRead(endpoint, named, { isOpen: true });
  // The records for other words must not be chosen by mistake.
  const found = q === words ? data : undefined;
  const groups = useMemo(() => [{ title: null, choices: found?.map(choiceOf) ?? [] }], [found]);
  return (
    <LongChoice
      {...props}
      groups={groups}
      shown={chosen[0]?.label ?? ''}
      search={{
        chosen: chosen.map(choiceOf)[0],
        isPending: found === undefined && error === undefined,
        onType: setWords,
      }}
    />
  );
}

function choiceOf({ value, label }: { readonly value: string; readonly label: string }): EnumOptionsType {
  return { value, label };
}
