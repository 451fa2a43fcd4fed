/** The passkeys of one's own account: adds, renames and removes them. */
import { Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Card.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/Text.layer.css';
import { useState } from 'react';
import type { WirePasskey } from '../../../contract/passkeys.ts';
import { passkeyMessages } from '../../../locales/passkeys.ts';
import type { Answer } from '../../api/call.ts';
import type { Client, Result } from '../../api/client.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { sayDate, sayRelative } from '../../page/dates.ts';
import { LoadError, Placeholder } from '../../page/feedback.tsx';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import { AccountForm, fieldOf, PasswordForm, PresentPassword } from './account-form.tsx';

type Passkeys = Answer<'GET /passkeys'>;

/** The passkey that is being changed. */
interface PasskeyChange {
  readonly id: string;
  readonly how: 'rename' | 'remove';
}

export function PasskeyList() {
  const { client } = usePortal();
  const { data, error, mutate } = useRead('GET /passkeys', {});
  const [isAdding, setIsAdding] = useState(false);
  const [change, setChange] = useState<PasskeyChange | null>(null);
  if (error !== undefined) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Placeholder />;
  const show = (next: Passkeys) => {
    setIsAdding(false);
    setChange(null);
    void mutate(next, { revalidate: false });
  };
  return (
    <Stack component="section" maw={640} gap="md" aria-labelledby="passkeys">
      <h2 id="passkeys">{text(passkeyMessages.heading)}</h2>
      {data.items.length === 0 && <p>{text(passkeyMessages.none)}</p>}
      {data.items.length > 0 && (
        <Stack component="ul" gap="sm" p={0}>
          {data.items.map((passkey) => (
            <Card component="li" key={passkey.id} withBorder padding="md">
              <Stack gap="sm">
                <Passkey passkey={passkey} onChange={(how) => setChange({ id: passkey.id, how })} />
                {change?.id === passkey.id && <Change passkey={passkey} how={change.how} onDone={show} />}
              </Stack>
            </Card>
          ))}
        </Stack>
      )}
      {isAdding ? (
        <AccountForm
          intro={text(passkeyMessages.addExplained)}
          button={text(passkeyMessages.add)}
          send={(form) =>
            addPasskey(client, { current: fieldOf(form, 'current'), name: fieldOf(form, 'name') })
          }
          onDone={async (next) => show(next)}
        >
          {(errors) => (
            <>
              <NameField value="" error={errors.name} />
              <PresentPassword error={errors.current} />
            </>
          )}
        </AccountForm>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setIsAdding(true)}>
            {text(passkeyMessages.add)}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface PasskeyProps {
  readonly passkey: WirePasskey;
  readonly onChange: (how: PasskeyChange['how']) => void;
}

function Passkey({ passkey, onChange }: PasskeyProps) {
  const { timeZone } = useSlice();
  const { name, added_at: added, used_at: used } = passkey;
  return (
    <Group justify="space-between">
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm">{text(passkeyMessages.added, { date: sayDate(added, timeZone) })}</Text>
        <Text size="sm">
          {used === null
            ? text(passkeyMessages.notUsed)
            : text(passkeyMessages.lastUsed, { date: sayRelative(used, timeZone) })}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          aria-label={text(passkeyMessages.renameNamed, { name })}
          onClick={() => onChange('rename')}
        >
          {text(passkeyMessages.rename)}
        </Button>
        <Button
          variant="default"
          aria-label={text(passkeyMessages.removeNamed, { name })}
          onClick={() => onChange('remove')}
        >
          {text(passkeyMessages.remove)}
        </Button>
      </Group>
    </Group>
  );
}

interface ChangeProps {
  readonly passkey: WirePasskey;
  readonly how: PasskeyChange['how'];
  readonly onDone: (passkeys: Passkeys) => void;
}

function Change({ passkey: { id, name }, how, onDone }: ChangeProps) {
  const { client } = usePortal();
  if (how === 'remove') {
    return (
      <PasswordForm
        intro={text(passkeyMessages.removeExplained, { name })}
        button={text(passkeyMessages.remove)}
        send={(body) => client.send('POST /passkeys/:id/remove', { params: { id }, body })}
        onDone={onDone}
      />
    );
  }
  return (
    <AccountForm
      intro=""
      button={text(passkeyMessages.saveName)}
      send={(form) =>
        client.send('PATCH /passkeys/:id', { params: { id }, body: { name: fieldOf(form, 'name') } })
      }
      onDone={async (next) => onDone(next)}
    >
      {(errors) => <NameField value={name} error={errors.name} />}
    </AccountForm>
  );
}

function NameField({ value, error }: { readonly value: string; readonly error: string | undefined }) {
  return (
    <TextInput
      size="md"
      label={text(passkeyMessages.name)}
      description={text(passkeyMessages.nameExample)}
      name="name"
      defaultValue={value}
      maxLength={80}
      error={error}
    />
  );
}

async function addPasskey(
  client: Client,
  { current, name }: { readonly current: string; readonly name: string },
): Promise<Result<Passkeys>> {
  const begun = await client.send('POST /passkeys/options', { body: { current } });
  if (!begun.ok) return begun;
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    const credential = await startRegistration({ optionsJSON: begun.value.options });
    return await client.send('POST /passkeys', { body: { name, credential } });
  } catch {
    // The person closed the browser's dialog, or the device has a passkey of this account already.
    return {
      ok: false,
      problem: { kind: 'refused', code: null, message: text(passkeyMessages.cancelled) },
    };
  }
}
