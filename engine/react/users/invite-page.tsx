/** Opens an account for somebody: where, who, and what they may do. They receive a mail with a link. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { WireAccountPlace } from '../../contract/accounts.ts';
import { userMessages } from '../../locales/users.ts';
import { useRead, useRefreshLists } from '../data/hooks.ts';
import { useSubmission } from '../forms/use-submission.ts';
import { Fallback, Notice, ProblemAlert } from '../page/feedback.tsx';
import { requestFocus } from '../page/focus-request.ts';
import { PageHead } from '../page/page-head.tsx';
import { usePortal } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import { blankIn, MembershipFields, NameField, type UserAnswers } from './user-fields.tsx';
import { useUsersPath } from './use-user.ts';
import formStyles from '../page/plain-form.module.css';
import styles from './users.module.css';

export function InvitePage({ title }: { readonly title: string }) {
  const { data, error, mutate } = useRead('GET /accounts/places', {});
  const [invited, setInvited] = useState<string | null>(null);
  const [first] = data?.places ?? [];
  const finish = (address: string | null) => {
    requestFocus();
    setInvited(address);
  };
  return (
    <>
      <PageHead title={invited === null ? title : text(userMessages.invited)} />
      {data === undefined && <Fallback error={error} retry={mutate} />}
      {data !== undefined && first === undefined && (
        <Notice icon={IconAlertTriangle}>{text(userMessages.noPlaces)}</Notice>
      )}
      {data !== undefined && first !== undefined && invited === null && (
        <Invitation places={data.places} first={first} onDone={finish} />
      )}
      {invited !== null && <Invited address={invited} onAnother={() => finish(null)} />}
    </>
  );
}

function Invited({ address, onAnother }: { readonly address: string; readonly onAnother: () => void }) {
  const list = useUsersPath();
  return (
    <div className={formStyles.form}>
      <output className={formStyles.done}>{text(userMessages.invitedExplained, { address })}</output>
      <div className={styles.buttons}>
        {list !== null && (
          <Button component={Link} to={list}>
            {text(userMessages.toUsers)}
          </Button>
        )}
        <Button variant="default" onClick={onAnother}>
          {text(userMessages.inviteAnother)}
        </Button>
      </div>
    </div>
  );
}

interface InvitationProps {
  readonly places: readonly WireAccountPlace[];
  readonly first: WireAccountPlace;
  /** @param address to which the mail goes */
  readonly onDone: (address: string) => void;
}

function Invitation({ places, first, onDone }: InvitationProps) {
  const { client } = usePortal();
  const refresh = useRefreshLists();
  const [place, setPlace] = useState(first);
  const [username, setUsername] = useState('');
  const [answers, setAnswers] = useState<UserAnswers>(() => blankIn(first));
  const { submit, errors, problem, isBusy } = useSubmission();
  const choose = (department: string) => {
    const chosen = places.find((one) => one.department === department) ?? place;
    setPlace(chosen);
    setAnswers({ ...blankIn(chosen), name: answers.name, position: answers.position });
  };
  const invite = async () => {
    const { department } = place;
    const result = await client.send('POST /accounts', { body: { ...answers, department, username } });
    if (!result.ok) return result.problem;
    refresh();
    onDone(username.trim());
    return null;
  };
  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event, invite)}>
      <p>{text(userMessages.inviteExplained)}</p>
      {places.length > 1 && (
        <NativeSelect
          size="md"
          name="department"
          label={text(userMessages.department)}
          value={place.department}
          data={places.map(({ department, title }) => ({ value: department, label: title }))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      <TextInput
        size="md"
        name="username"
        type="email"
        label={text(userMessages.email)}
        required
        withAsterisk={false}
        autoComplete="off"
        value={username}
        error={errors.username?.join('\n')}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
      <NameField answers={answers} errors={errors} onChange={setAnswers} />
      <MembershipFields
        answers={answers}
        units={place.units}
        flags={place.flags}
        errors={errors}
        onChange={setAnswers}
      />
      <ProblemAlert problem={problem} />
      <Button type="submit" loading={isBusy}>
        {text(userMessages.invite)}
      </Button>
    </form>
  );
}
