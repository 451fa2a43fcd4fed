/** The devices on which a person is signed in. They can sign out on one of them, or on all. */
import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Card.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/Text.layer.css';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { WireSession } from '../../../contract/sessions.ts';
import { accountMessages } from '../../../locales/account.ts';
import { useRead } from '../../data/hooks.ts';
import type { Problem } from '../../api/problem.ts';
import { sayMoment, sayRelative } from '../../page/dates.ts';
import { LoadError, Placeholder, ProblemAlert } from '../../page/feedback.tsx';
import { usePortal, useSlice } from '../../session/portal-context.ts';
import { signInPath } from '../../router/places.ts';
import { text } from '../../language/text.ts';
import { OnlookerList } from './onlooker-list.tsx';

export function SessionList() {
  const { client, account } = usePortal();
  const slice = useSlice();
  const navigate = useNavigate();
  const { data, error, mutate } = useRead('GET /sessions', {});
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (error !== undefined) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Placeholder />;

  async function end(id: string) {
    setBusy(id);
    const result = await client.send('DELETE /sessions/:id', { params: { id } });
    // Somebody else may have ended it.
    setProblem(result.ok || result.problem.kind === 'missing' ? null : result.problem);
    await mutate();
    setBusy(null);
  }

  async function endAll() {
    setBusy('all');
    const result = await client.send('DELETE /sessions', {});
    setBusy(null);
    if (!result.ok) return setProblem(result.problem);
    await account.signOut();
    await navigate(signInPath(slice));
  }

  return (
    <Stack maw={640} gap="md">
      <p>{text(accountMessages.sessionsIntroduction)}</p>
      <ProblemAlert problem={problem} />
      <Stack component="ul" gap="sm" p={0}>
        {data.items.map((session) => (
          <Card component="li" key={session.id} withBorder padding="md">
            <Group justify="space-between">
              <Device session={session} />
              {session.is_present ? (
                <Badge variant="light" tt="none">
                  {text(accountMessages.thisDevice)}
                </Badge>
              ) : (
                <Button variant="default" loading={busy === session.id} onClick={() => void end(session.id)}>
                  {text(accountMessages.endSession)}
                </Button>
              )}
            </Group>
          </Card>
        ))}
      </Stack>
      <Group>
        <Button variant="default" loading={busy === 'all'} onClick={() => void endAll()}>
          {text(accountMessages.signOutEverywhere)}
        </Button>
      </Group>
      <OnlookerList />
    </Stack>
  );
}

function Device({ session }: { readonly session: WireSession }) {
  const { timeZone } = useSlice();
  const { network, seen_at: seen, started_at: started } = session;
  return (
    <div>
      <Text fw={600}>{nameOf(session)}</Text>
      <Text size="sm">{text(accountMessages.sessionUsed, { ago: sayRelative(seen, timeZone) })}</Text>
      <Text size="sm">{text(accountMessages.sessionDetails, { moment: sayMoment(started, timeZone) })}</Text>
      {network !== null && <Text size="sm">{text(accountMessages.sessionNetwork, { network })}</Text>}
    </div>
  );
}

function nameOf({ browser, system }: WireSession): string {
  if (browser !== null && system !== null) return text(accountMessages.browserOnSystem, { browser, system });
  return browser ?? system ?? text(accountMessages.unknownDevice);
}
