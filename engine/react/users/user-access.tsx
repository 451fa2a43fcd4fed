/** Whether an account may sign in: sends a link for its password, suspends and restores it, and ends its sessions. */
import { Button, Textarea } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { IconUser } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { WireAccount } from '../../contract/accounts.ts';
import { userMessages } from '../../locales/users.ts';
import { Modal } from '../page/modal.tsx';
import { Notice, ProblemAlert } from '../page/feedback.tsx';
import { text } from '../language/text.ts';
import { useUserWrite, type UserWrite } from './use-user.ts';
import formStyles from '../page/plain-form.module.css';
import styles from './users.module.css';

interface UserAccessProps {
  readonly account: WireAccount;
  readonly onChange: (account?: WireAccount) => void;
}

export function UserAccess({ account, onChange }: UserAccessProps) {
  const write = useUserWrite(account, onChange);
  const [isAsking, setIsAsking] = useState(false);
  const { elsewhere, sessions } = account;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{text(userMessages.access)}</h2>
      {write.done !== null && <output className={formStyles.done}>{write.done}</output>}
      {!isAsking && <ProblemAlert problem={write.problem} />}
      {sessions !== null && (
        <p>
          {sessions === 0
            ? text(userMessages.noSessions)
            : text(userMessages.sessionCount, { count: sessions })}
        </p>
      )}
      <p>{text(account.second_step ? userMessages.secondStepIsOn : userMessages.secondStepIsOff)}</p>
      {account.passkeys > 0 && <p>{text(userMessages.passkeyCount, { count: account.passkeys })}</p>}
      {account.identities > 0 && <p>{text(userMessages.identityCount, { count: account.identities })}</p>}
      {elsewhere === null ? (
        <AccessButtons account={account} write={write} onSuspend={() => setIsAsking(true)} />
      ) : (
        <Notice icon={IconUser}>{text(userMessages.everyMembershipNeeded, { department: elsewhere })}</Notice>
      )}
      {isAsking && <Suspension write={write} onClose={() => setIsAsking(false)} />}
    </section>
  );
}

interface AccessButtonsProps {
  readonly account: WireAccount;
  readonly write: UserWrite;
  readonly onSuspend: () => void;
}

/** What holds in every membership of the account. */
function AccessButtons({ account, write, onSuspend }: AccessButtonsProps) {
  const { sessions, state } = account;
  return (
    <div className={styles.buttons}>
      {state !== 'suspended' && (
        <Button
          variant="default"
          disabled={write.isBusy}
          onClick={() =>
            void write.change(text(userMessages.linkSent), (client, base) =>
              client.send('POST /accounts/:slug/send-link', base),
            )
          }
        >
          {text(state === 'invited' ? userMessages.sendInvitation : userMessages.sendReset)}
        </Button>
      )}
      <Button
        variant="default"
        disabled={write.isBusy || sessions === 0}
        onClick={() =>
          void write.change(text(userMessages.sessionsEnded), (client, base) =>
            client.send('POST /accounts/:slug/end-sessions', base),
          )
        }
      >
        {text(userMessages.endSessions)}
      </Button>
      {(account.second_step || account.passkeys > 0) && (
        <Button
          variant="default"
          disabled={write.isBusy}
          onClick={() =>
            void write.change(text(userMessages.secondStepReset), (client, base) =>
              client.send('POST /accounts/:slug/reset-second-step', base),
            )
          }
        >
          {text(userMessages.resetSecondStep)}
        </Button>
      )}
      {account.identities > 0 && (
        <Button
          variant="default"
          disabled={write.isBusy}
          onClick={() =>
            void write.change(text(userMessages.identitiesRemoved), (client, base) =>
              client.send('POST /accounts/:slug/unlink-identities', base),
            )
          }
        >
          {text(userMessages.removeIdentities)}
        </Button>
      )}
      {state === 'suspended' ? (
        <Button
          variant="default"
          disabled={write.isBusy}
          onClick={() =>
            void write.change(text(userMessages.restored), (client, base) =>
              client.send('POST /accounts/:slug/restore', base),
            )
          }
        >
          {text(userMessages.restore)}
        </Button>
      ) : (
        <Button variant="default" disabled={write.isBusy} onClick={onSuspend}>
          {text(userMessages.suspend)}
        </Button>
      )}
    </div>
  );
}

function Suspension({ write, onClose }: { readonly write: UserWrite; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await write.change(text(userMessages.suspended), (client, base) =>
      client.send('POST /accounts/:slug/suspend', { ...base, body: { reason } }),
    );
    if (isDone) onClose();
  };
  return (
    <Modal title={text(userMessages.suspend)} onClose={onClose}>
      <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>{text(userMessages.suspendConsequence)}</p>
        <Textarea
          size="md"
          name="reason"
          label={text(userMessages.suspendReason)}
          required
          withAsterisk={false}
          maxLength={1000}
          rows={3}
          value={reason}
          error={write.errors.reason?.join('\n')}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <ProblemAlert problem={write.problem} />
        <div className={styles.buttons}>
          <Button type="submit" variant="filled" data-danger loading={write.isBusy}>
            {text(userMessages.suspend)}
          </Button>
          <Button variant="default" onClick={onClose}>
            {text(userMessages.cancel)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
