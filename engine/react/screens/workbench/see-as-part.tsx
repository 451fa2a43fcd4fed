/** Opens the portal as somebody else: finds the person, asks for the reason. */
import { Button, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { WireSeenAccount } from '../../../contract/onlookers.ts';
import { onlookerMessages } from '../../../locales/onlookers.ts';
import { FEWEST_LETTERS } from '../../../portal/access/onlookers.ts';
import { useRead } from '../../data/hooks.ts';
import { useSubmission } from '../../forms/use-submission.ts';
import { text } from '../../language/text.ts';
import { sayParts } from '../../page/dates.ts';
import { Fallback, Notice, ProblemAlert } from '../../page/feedback.tsx';
import { signInPath } from '../../router/places.ts';
import { usePortal } from '../../session/portal-context.ts';
import styles from './workbench.module.css';

/** Milliseconds after the last letter. */
const typing = 250;

export function SeeAsPart() {
  const { account, store } = usePortal();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const [department, setDepartment] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const { submit, errors, problem, isBusy } = useSubmission();
  const [q] = useDebouncedValue(words.trim(), typing);
  const { data, error, mutate } = useRead(
    'GET /seen-accounts',
    { query: { q, department } },
    { keepPreviousData: true },
  );
  if (error?.problem.kind === 'missing')
    return <Notice icon={IconEye}>{text(onlookerMessages.notYours)}</Notice>;
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  const { departments, items } = data;

  const begin = async () => {
    const refused = await account.seeAs({ membership: chosen ?? '', reason: reason.trim() });
    // Leads people who are signed in to the home page of their department.
    if (refused === null) await navigate(signInPath(store.get().slice));
    return refused;
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event, begin)}>
      <p>{text(onlookerMessages.introduction)}</p>
      {departments.length > 1 && (
        <NativeSelect
          size="md"
          label={text(onlookerMessages.department)}
          value={department}
          data={[
            { value: '', label: text(onlookerMessages.everyDepartment) },
            ...departments.map(({ key, title }) => ({ value: key, label: title })),
          ]}
          onChange={({ currentTarget }) => setDepartment(currentTarget.value)}
        />
      )}
      <TextInput
        size="md"
        type="search"
        label={text(onlookerMessages.find)}
        description={text(onlookerMessages.findHelp)}
        autoComplete="off"
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {q.length >= FEWEST_LETTERS && (
        <Radio.Group
          name="membership"
          label={text(onlookerMessages.people)}
          value={chosen}
          error={errors.membership?.join('\n')}
          onChange={setChosen}
        >
          <Stack gap={0} mt={4} aria-live="polite">
            {items.length === 0 && <p>{text(onlookerMessages.none)}</p>}
            {items.map((one) => (
              <Person key={one.membership} person={one} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <TextInput
        size="md"
        name="reason"
        label={text(onlookerMessages.reason)}
        description={text(onlookerMessages.reasonHelp)}
        required
        withAsterisk={false}
        autoComplete="off"
        maxLength={500}
        value={reason}
        error={errors.reason?.join('\n')}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <ProblemAlert problem={problem} />
      <div>
        <Button type="submit" loading={isBusy} disabled={chosen === null}>
          {text(onlookerMessages.begin)}
        </Button>
      </div>
    </form>
  );
}

function Person({ person }: { readonly person: WireSeenAccount }) {
  const { membership, name, username, office, records } = person;
  const sees =
    records.length === 0
      ? text(onlookerMessages.noRecords)
      : text(onlookerMessages.recordsOf, { types: sayParts(records) });
  return (
    <Radio
      className={styles.person ?? ''}
      value={membership}
      label={text(onlookerMessages.accountChosen, { name, office })}
      description={
        <>
          {username}
          <br />
          {sees}
        </>
      }
    />
  );
}
