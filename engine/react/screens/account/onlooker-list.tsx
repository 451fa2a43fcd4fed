/** Who opened the portal as this person, when and why; nothing if nobody ever did. */
import { Card, Stack, Text } from '@mantine/core';
import { onlookerMessages } from '../../../locales/onlookers.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { sayMoment, sayTime } from '../../page/dates.ts';
import { LoadError } from '../../page/feedback.tsx';
import { useSlice } from '../../session/portal-context.ts';

export function OnlookerList() {
  const { timeZone } = useSlice();
  const { data, error, mutate } = useRead('GET /onlookers', {});
  if (error !== undefined) return <LoadError error={error} onRetry={() => void mutate()} />;
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section>
      <Text component="h2" fw={650} size="lg">
        {text(onlookerMessages.seenByTitle)}
      </Text>
      <Stack component="ul" gap="sm" p={0} mt="sm">
        {data.items.map(({ at, until, name, department, reason }) => (
          <Card component="li" key={at} withBorder padding="md">
            <Text fw={600}>
              {department === null || department === name
                ? name
                : text(onlookerMessages.seenBy, { name, department })}
            </Text>
            <Text size="sm">
              {text(onlookerMessages.seenWhy, {
                moment: sayMoment(at, timeZone),
                until: sayTime(Date.parse(until), timeZone),
                reason,
              })}
            </Text>
          </Card>
        ))}
      </Stack>
    </section>
  );
}
