/** On the page of a record or a conversation: what of it waits to be sent. */
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { outboxMessages } from '../../locales/outbox.ts';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { text } from '../language/text.ts';
import { useSlice } from '../session/portal-context.ts';
import { Icon } from '../theme/icon.tsx';
import styles from './outbox.module.css';
import { sayStage } from './stage-words.ts';
import { isOpen, type StagedWrite, useOutbox } from './use-outbox.ts';
import { isSameStep, type KeptCall, lineOf, stepEndpoint } from './waiting-write.ts';

/** @param line `type/slug` of a record, or `threads/slug` */
function useKept(line: string): readonly StagedWrite[] {
  return useOutbox().writes.filter(({ write }) => lineOf(write.call) === line);
}

/** The names of the record's steps that wait to be sent: they are not offered a second time. */
export function useKeptSteps(
  record: { readonly type: string; readonly slug: string } | null,
): ReadonlySet<string> {
  const kept = useKept(record === null ? '' : `${record.type}/${record.slug}`);
  const waiting = kept.filter(({ stage }) => stage !== 'refused').map(({ write }) => write.call.input.params);
  return new Set(waiting.flatMap((params) => ('transition' in params ? [params.transition] : [])));
}

/** What was answered when this step was taken without a connection, if the server refused it since. */
export function useRefusedInput(
  { type, slug }: { readonly type: string; readonly slug: string },
  transition: string,
): Answers {
  const call: KeptCall = { endpoint: stepEndpoint, input: { params: { type, slug, transition }, body: {} } };
  const refused = useKept(`${type}/${slug}`).find(
    ({ write, stage }) => stage === 'refused' && isSameStep(write.call, call),
  );
  const body = refused?.write.call.input.body;
  return body !== undefined && 'input' in body && isMapping(body.input) ? body.input : {};
}

export function KeptWrites({ line }: { readonly line: string }) {
  const kept = useKept(line);
  return (
    <output>
      {kept.map((one) => (
        <Kept key={one.write.key} staged={one} />
      ))}
    </output>
  );
}

function Kept({ staged }: { readonly staged: StagedWrite }) {
  const { timeZone } = useSlice();
  const { title, said } = staged.write.summary;
  const lines = staged.stage === 'waiting' ? [text(outboxMessages.kept)] : sayStage(staged, timeZone);
  return (
    <div className={styles.kept} data-open={isOpen(staged)}>
      <Icon of={isOpen(staged) ? IconAlertTriangle : IconClock} size={18} />
      <p>
        <strong>{title}</strong>
        {said !== null && <span className={styles.said}>{said}</span>}
        {lines.map((one) => (
          <span key={one}>{one}</span>
        ))}
      </p>
    </div>
  );
}
