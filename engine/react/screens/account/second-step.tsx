/** Two-step sign-in of one's own account: sets it up with an authenticator app, and turns it off. */
import { Alert, Button, Code, Group, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Code.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { encodeQR } from 'qr';
import { accountMessages } from '../../../locales/account.ts';
import { secondStepMessages } from '../../../locales/second-step.ts';
import type { Answer } from '../../api/call.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { LoadError, Placeholder } from '../../page/feedback.tsx';
import { signInPath } from '../../router/places.ts';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import { AccountForm, fieldOf, PasswordForm } from './account-form.tsx';
import styles from './account.module.css';
import { PasskeyList } from './passkey-list.tsx';

type SecondStepState = Answer<'GET /second-step'>;
type Offer = Answer<'POST /second-step'>;

export function SecondStep() {
  const { account } = usePortal();
  const slice = useSlice();
  const navigate = useNavigate();
  const { data, error, mutate } = useRead('GET /second-step', {});
  const [offer, setOffer] = useState<Offer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (error !== undefined) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Placeholder />;

  async function finish() {
    const isFirst = data?.is_required === true && !data.is_on;
    await account.load();
    await mutate();
    setCodes(null);
    // The pages of a department that requires it open now.
    if (isFirst) await navigate(signInPath(slice));
  }

  if (codes !== null) return <RecoveryCodes codes={codes} onContinue={() => void finish()} />;
  if (offer !== null) {
    return (
      <Confirmation
        offer={offer}
        onDone={(answer) => {
          setOffer(null);
          setCodes(answer);
        }}
      />
    );
  }
  if (data.is_on)
    return (
      <Stack gap="xl">
        <Settings state={data} onOffer={setOffer} onCodes={setCodes} onOff={() => void mutate()} />
        <PasskeyList />
      </Stack>
    );
  return (
    <Stack gap="xl">
      {data.is_required && <Alert variant="light">{text(secondStepMessages.dueExplained)}</Alert>}
      <OfferForm
        intro={text(secondStepMessages.purpose)}
        button={text(secondStepMessages.setUp)}
        onOffer={setOffer}
      />
      {!data.is_required && <PasskeyList />}
    </Stack>
  );
}

interface OfferFormProps {
  readonly intro: string;
  readonly button: string;
  readonly onOffer: (offer: Offer) => void;
}

function OfferForm({ onOffer, ...texts }: OfferFormProps) {
  const { client } = usePortal();
  return (
    <PasswordForm {...texts} send={(body) => client.send('POST /second-step', { body })} onDone={onOffer} />
  );
}

interface CodeConfirmationProps {
  readonly offer: Offer;
  readonly onDone: (codes: readonly string[]) => void;
}

function Confirmation({ offer, onDone }: CodeConfirmationProps) {
  const { client } = usePortal();
  const drawing = encodeQR(offer.uri, 'svg');
  return (
    <AccountForm
      intro={text(secondStepMessages.scan)}
      button={text(secondStepMessages.confirm)}
      send={(data) =>
        client.send('POST /second-step/confirm', { body: { code: fieldOf(data, 'code').trim() } })
      }
      onDone={async ({ codes }) => onDone(codes)}
    >
      {(errors) => (
        <>
          <img
            className={styles.code}
            src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
            alt={text(secondStepMessages.qrCode)}
          />
          <div>
            <p>{text(secondStepMessages.enterSecret)}</p>
            <Code block fz="md" className={styles.secret ?? ''}>
              {offer.secret.match(/.{1,4}/g)?.join(' ')}
            </Code>
          </div>
          <TextInput
            size="md"
            label={text(accountMessages.code)}
            description={text(secondStepMessages.codeHint)}
            name="code"
            required
            withAsterisk={false}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.code}
          />
        </>
      )}
    </AccountForm>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onContinue: () => void;
}

function RecoveryCodes({ codes, onContinue }: RecoveryCodesProps) {
  return (
    <Stack maw={480} gap="md">
      <h2>{text(secondStepMessages.recoveryCodesHeading)}</h2>
      <p>{text(secondStepMessages.recoveryCodesExplained)}</p>
      <Code block fz="md">
        {codes.join('\n')}
      </Code>
      <Group>
        <Button onClick={onContinue}>{text(secondStepMessages.continue)}</Button>
        <Button variant="default" onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}>
          {text(secondStepMessages.copyCodes)}
        </Button>
      </Group>
    </Stack>
  );
}

interface SettingsProps {
  readonly state: SecondStepState;
  readonly onOffer: (offer: Offer) => void;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onOff: () => void;
}

type Change = 'codes' | 'again' | 'off';

function Settings({ state, onOffer, onCodes, onOff }: SettingsProps) {
  const { client } = usePortal();
  const [change, setChange] = useState<Change | null>(null);
  if (change === 'again')
    return (
      <OfferForm
        intro={text(secondStepMessages.setUpAgainExplained)}
        button={text(secondStepMessages.setUpAgain)}
        onOffer={onOffer}
      />
    );
  if (change === 'codes') {
    return (
      <PasswordForm
        intro={text(secondStepMessages.newCodesExplained)}
        button={text(secondStepMessages.newRecoveryCodes)}
        send={(body) => client.send('POST /second-step/recovery-codes', { body })}
        onDone={({ codes }) => onCodes(codes)}
      />
    );
  }
  if (change === 'off') {
    return (
      <PasswordForm
        intro={text(secondStepMessages.offExplained)}
        button={text(secondStepMessages.turnOff)}
        send={(body) => client.send('POST /second-step/off', { body })}
        onDone={onOff}
      />
    );
  }
  return (
    <Stack maw={640} gap="md">
      <p>
        {text(secondStepMessages.isOn)}{' '}
        {text(secondStepMessages.recoveryCodesLeft, { count: state.recovery_codes })}
      </p>
      {state.is_required && <p>{text(secondStepMessages.required)}</p>}
      <Group>
        <Button variant="default" onClick={() => setChange('codes')}>
          {text(secondStepMessages.newRecoveryCodes)}
        </Button>
        <Button variant="default" onClick={() => setChange('again')}>
          {text(secondStepMessages.setUpAgain)}
        </Button>
        {!state.is_required && (
          <Button variant="default" onClick={() => setChange('off')}>
            {text(secondStepMessages.turnOff)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
