/** The deputies of an officer: names one for steps and days, and ends it early; and whose deputy the officer is. */
import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Card.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/Text.layer.css';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import type { WireDelegation } from '../../../contract/delegations.ts';
import { delegationMessages } from '../../../locales/delegations.ts';
import type { Problem } from '../../api/problem.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { sayDate, sayParts } from '../../page/dates.ts';
import { LoadError, Notice, Placeholder, ProblemAlert } from '../../page/feedback.tsx';
import { usePortal, useSession, useSlice } from '../../session/portal-context.ts';
import { DeputyForm } from './deputy-form.tsx';

export function Deputies() {
  const { client, account } = usePortal();
  const { actsFor } = useSession();
  const { data, error, mutate } = useRead('GET /delegations', {});
  const [problem, setProblem] = useState<Problem | null>(null);
  if (error !== undefined) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Placeholder />;

  async function end(id: string) {
    const result = await client.send('DELETE /delegations/:id', { params: { id } });
    // Somebody else may have ended it.
    setProblem(result.ok || result.problem.kind === 'missing' ? null : result.problem);
    await mutate();
    await account.load();
  }

  const mayName = data.longest !== null && actsFor === null;
  return (
    <Stack maw={640} gap="xl">
      {data.longest === null && <Notice icon={IconUser}>{text(delegationMessages.noneNamed)}</Notice>}
      {actsFor !== null && <Notice icon={IconUser}>{text(delegationMessages.notForAnother)}</Notice>}
      {mayName && <DeputyForm choices={data} onNamed={() => void mutate()} />}
      <ProblemAlert problem={problem} />
      {data.longest !== null && (
        <Delegations
          title={text(delegationMessages.yourDeputies)}
          items={data.given}
          isEndable={actsFor === null}
          onEnd={end}
        />
      )}
      {data.received.length > 0 && (
        <Delegations
          title={text(delegationMessages.youStandIn)}
          items={data.received}
          isEndable={actsFor === null}
          onEnd={end}
        />
      )}
    </Stack>
  );
}

const states = {
  upcoming: delegationMessages.upcoming,
  present: delegationMessages.present,
  over: delegationMessages.over,
  ended: delegationMessages.endedEarly,
} satisfies Record<WireDelegation['state'], unknown>;

interface DelegationsProps {
  readonly title: string;
  readonly items: readonly WireDelegation[];
  readonly isEndable: boolean;
  readonly onEnd: (id: string) => Promise<void>;
}

function Delegations({ title, items, isEndable, onEnd }: DelegationsProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const end = async (id: string) => {
    setBusy(id);
    await onEnd(id);
    setBusy(null);
  };
  return (
    <section aria-label={title}>
      <Text component="h2" fw={600} mb="sm">
        {title}
      </Text>
      {items.length === 0 && <Text>{text(delegationMessages.none)}</Text>}
      <Stack component="ul" gap="sm" p={0}>
        {items.map((one) => (
          <Card component="li" key={one.id} withBorder padding="md">
            <Group justify="space-between" align="flex-start">
              <Details delegation={one} />
              {isEndable && (one.state === 'upcoming' || one.state === 'present') && (
                <Button variant="default" loading={busy === one.id} onClick={() => void end(one.id)}>
                  {text(delegationMessages.end)}
                </Button>
              )}
            </Group>
          </Card>
        ))}
      </Stack>
    </section>
  );
}

function Details({ delegation }: { readonly delegation: WireDelegation }) {
  const { timeZone } = useSlice();
  const { name, state, steps, flags, reason } = delegation;
  const [first, last] = [sayDate(delegation.first_day, timeZone), sayDate(delegation.last_day, timeZone)];
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        <Badge variant={state === 'present' ? 'filled' : 'light'} tt="none">
          {text(states[state])}
        </Badge>
      </Group>
      <Text size="sm">{text(delegationMessages.span, { first, last })}</Text>
      <Text size="sm">{steps === null ? text(delegationMessages.everyStep) : sayParts(steps)}</Text>
      {flags.length > 0 && (
        <Text size="sm">{text(delegationMessages.flags, { flags: sayParts(flags) })}</Text>
      )}
      <Text size="sm">{reason}</Text>
    </div>
  );
}
