/** The departments and units of an account: adds, changes and ends them. */
import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useState } from 'react';
import type { WireAccount, WireAccountPlace, WireMembership } from '../../contract/accounts.ts';
import { userMessages } from '../../locales/users.ts';
import { useRead } from '../data/hooks.ts';
import { ProblemAlert } from '../page/feedback.tsx';
import { Modal } from '../page/modal.tsx';
import { text } from '../language/text.ts';
import { useUserWrite, type UserWrite } from './use-user.ts';
import { answersOf, blankIn, MembershipFields, type UserAnswers } from './user-fields.tsx';
import formStyles from '../page/plain-form.module.css';
import styles from './users.module.css';

interface UserMembershipsProps {
  readonly account: WireAccount;
  readonly onChange: (account?: WireAccount) => void;
}

export function UserMemberships({ account, onChange }: UserMembershipsProps) {
  const { data } = useRead('GET /accounts/places', {});
  const write = useUserWrite(account, onChange);
  const [isAdding, setIsAdding] = useState(false);
  const [changed, setChanged] = useState<WireMembership | null>(null);
  const { memberships } = account;
  const places = data?.places ?? [];
  const [first] = places;
  const isOnly = memberships.length === 1;
  if (isOnly && first === undefined) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{text(userMessages.membershipsHeading)}</h2>
      {write.done !== null && <output className={formStyles.done}>{write.done}</output>}
      {!isAdding && changed === null && <ProblemAlert problem={write.problem} />}
      {memberships.map((membership) => (
        <MembershipCard
          key={membership.id}
          membership={membership}
          isOnly={isOnly}
          write={write}
          onEdit={() => setChanged(membership)}
        />
      ))}
      {first !== undefined && (
        <div className={styles.buttons}>
          <Button variant="default" disabled={write.isBusy} onClick={() => setIsAdding(true)}>
            {text(userMessages.addMembership)}
          </Button>
        </div>
      )}
      {isAdding && first !== undefined && (
        <NewMembership places={places} first={first} write={write} onClose={() => setIsAdding(false)} />
      )}
      {changed !== null && (
        <MembershipChange membership={changed} write={write} onClose={() => setChanged(null)} />
      )}
    </section>
  );
}

interface MembershipCardProps {
  readonly membership: WireMembership;
  /** The page has its questions, and it does not end. */
  readonly isOnly: boolean;
  readonly write: UserWrite;
  readonly onEdit: () => void;
}

function MembershipCard({ membership, isOnly, write, onEdit }: MembershipCardProps) {
  const { id, title, position, flags, editable } = membership;
  const held = flags.flatMap((flag) => (flag.value ? flag.title : []));
  const end = () =>
    write.change(text(userMessages.membershipEnded), (client, { params, ifMatch }) =>
      client.send('DELETE /accounts/:slug/memberships/:membership', {
        params: { ...params, membership: id },
        ifMatch,
      }),
    );
  return (
    <div className={styles.membership}>
      <div>
        <p>{[title, position].filter((part) => part !== null).join(' · ')}</p>
        {held.length > 0 && <p className={styles.quiet}>{held.join(' · ')}</p>}
        {!editable && <p className={styles.quiet}>{text(userMessages.membershipClosed)}</p>}
      </div>
      {editable && !isOnly && (
        <div className={styles.buttons}>
          <Button
            variant="default"
            disabled={write.isBusy}
            aria-label={text(userMessages.changeMembership, { membership: title })}
            onClick={onEdit}
          >
            {text(userMessages.change)}
          </Button>
          <Button
            variant="default"
            disabled={write.isBusy}
            aria-label={text(userMessages.endMembership, { membership: title })}
            onClick={() => void end()}
          >
            {text(userMessages.end)}
          </Button>
        </div>
      )}
    </div>
  );
}

interface MembershipChangeProps {
  readonly membership: WireMembership;
  readonly write: UserWrite;
  readonly onClose: () => void;
}

function MembershipChange({ membership, write, onClose }: MembershipChangeProps) {
  const { id, title, units, flags } = membership;
  const [answers, setAnswers] = useState<UserAnswers>(() => answersOf(membership));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const position = answers.position.trim() || null;
    const body = { membership: id, unit: answers.unit, flags: answers.flags, position };
    const isDone = await write.change(text(userMessages.changesSaved), (client, base) =>
      client.send('PATCH /accounts/:slug', { ...base, body }),
    );
    if (isDone) onClose();
  };
  return (
    <Modal title={title} onClose={onClose}>
      <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
        <MembershipFields
          answers={answers}
          units={units}
          flags={flags}
          errors={write.errors}
          onChange={setAnswers}
        />
        <ProblemAlert problem={write.problem} />
        <div className={styles.buttons}>
          <Button type="submit" loading={write.isBusy}>
            {text(userMessages.save)}
          </Button>
          <Button variant="default" onClick={onClose}>
            {text(userMessages.cancel)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface NewMembershipProps {
  readonly places: readonly WireAccountPlace[];
  readonly first: WireAccountPlace;
  readonly write: UserWrite;
  readonly onClose: () => void;
}

function NewMembership({ places, first, write, onClose }: NewMembershipProps) {
  const [place, setPlace] = useState(first);
  const [answers, setAnswers] = useState<UserAnswers>(() => blankIn(first));
  const choose = (department: string) => {
    const chosen = places.find((one) => one.department === department) ?? place;
    setPlace(chosen);
    setAnswers({ ...blankIn(chosen), position: answers.position });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { unit, flags } = answers;
    const body = { department: place.department, unit, flags, position: answers.position.trim() || null };
    const isDone = await write.change(text(userMessages.membershipAdded), (client, base) =>
      client.send('POST /accounts/:slug/memberships', { ...base, body }),
    );
    if (isDone) onClose();
  };
  return (
    <Modal title={text(userMessages.addMembership)} onClose={onClose}>
      <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
        <NativeSelect
          size="md"
          name="department"
          label={text(userMessages.department)}
          value={place.department}
          data={places.map(({ department, title }) => ({ value: department, label: title }))}
          error={write.errors.department?.join('\n')}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <MembershipFields
          answers={answers}
          units={place.units}
          flags={place.flags}
          errors={write.errors}
          onChange={setAnswers}
        />
        <ProblemAlert problem={write.problem} />
        <div className={styles.buttons}>
          <Button type="submit" loading={write.isBusy}>
            {text(userMessages.addMembership)}
          </Button>
          <Button variant="default" onClick={onClose}>
            {text(userMessages.cancel)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
