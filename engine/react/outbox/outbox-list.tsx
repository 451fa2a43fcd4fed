/** The list of what waits to be sent, in a dialog. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconUpload, IconUser, type TablerIcon } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { outboxMessages } from '../../locales/outbox.ts';
import { pageMessages } from '../../locales/page.ts';
import { stepParameter } from '../../portal/routing/links.ts';
import { text } from '../language/text.ts';
import { Modal } from '../page/modal.tsx';
import { usePortal, useSlice } from '../session/portal-context.ts';
import { Icon } from '../theme/icon.tsx';
import styles from './outbox.module.css';
import { sendAgain } from './send-waiting.ts';
import { momentOf, sayStage } from './stage-words.ts';
import { isOpen, type StagedWrite, useOutbox } from './use-outbox.ts';
import type { WriteStage } from './waiting-write.ts';

export function OutboxList({ onClose }: { readonly onClose: () => void }) {
  const { writes } = useOutbox();
  return (
    <Modal title={text(outboxMessages.heading)} onClose={onClose} isBeside>
      <p data-quiet>{text(writes.length === 0 ? outboxMessages.allSent : outboxMessages.explained)}</p>
      <ol className={styles.list}>
        {writes.map((one) => (
          <Row key={one.write.key} staged={one} onLeave={onClose} />
        ))}
      </ol>
      <Button variant="default" onClick={onClose}>
        {text(pageMessages.close)}
      </Button>
    </Modal>
  );
}

interface WaitingRowProps {
  readonly staged: StagedWrite;
  /** The person goes to another page. */
  readonly onLeave: () => void;
}

function Row({ staged, onLeave }: WaitingRowProps) {
  const { write, stage } = staged;
  const { title, subject, number, path, said } = write.summary;
  const { timeZone } = useSlice();
  const heading = useId();
  return (
    <li className={styles.item} data-open={isOpen(staged)}>
      <h3 id={heading} className={styles.title}>
        {title}
      </h3>
      <p className={styles.about}>
        {path === null ? (
          <span>{subject}</span>
        ) : (
          <Link to={pathIn(staged, path)} onClick={onLeave}>
            {subject}
          </Link>
        )}
        {number !== null && <span data-figures>{number}</span>}
      </p>
      {said !== null && <blockquote className={styles.said}>{said}</blockquote>}
      <p data-quiet>
        <time dateTime={new Date(write.at).toISOString()}>{momentOf(write, timeZone)}</time>
      </p>
      <Stage write={write} stage={stage} />
      {stage !== 'sending' && <Choices staged={staged} heading={heading} />}
    </li>
  );
}

/** A step that was refused opens again, with its answers. */
function pathIn({ write: { call }, stage }: StagedWrite, path: string): string {
  const { params } = call.input;
  if (stage !== 'refused' || !('transition' in params) || path.includes('?')) return path;
  return `${path}?${new URLSearchParams({ [stepParameter]: params.transition }).toString()}`;
}

const icons: Readonly<Record<WriteStage, TablerIcon>> = {
  waiting: IconClock,
  sending: IconUpload,
  behind: IconClock,
  elsewhere: IconUser,
  asks: IconAlertTriangle,
  refused: IconAlertTriangle,
};

function Stage(staged: StagedWrite) {
  const { timeZone } = useSlice();
  return (
    <div className={styles.stage} data-stage={staged.stage}>
      <Icon of={icons[staged.stage]} size={16} />
      <div>
        {sayStage(staged, timeZone).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}

interface WriteChoicesProps {
  readonly staged: StagedWrite;
  /** Id of the heading to which the buttons belong. */
  readonly heading: string;
}

function Choices({ staged, heading }: WriteChoicesProps) {
  const { write, stage } = staged;
  const { client } = usePortal();
  const { outbox } = useOutbox();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    setIsBusy(true);
    await sendAgain(client, outbox, write);
    setIsBusy(false);
  };
  // The second button stays the same element, so that it keeps the focus.
  return (
    <div className={styles.choices}>
      {isAsking && <p role="alert">{text(outboxMessages.discardQuestion)}</p>}
      {isAsking ? (
        <Button
          variant="outline"
          color="red"
          data-danger
          aria-describedby={heading}
          onClick={() => outbox.remove(write.key)}
        >
          {text(outboxMessages.discard)}
        </Button>
      ) : (
        isOpen(staged) && (
          <Button loading={isBusy} aria-describedby={heading} onClick={() => void send()}>
            {text(stage === 'asks' ? outboxMessages.sendNow : outboxMessages.sendAgain)}
          </Button>
        )
      )}
      <Button
        key="second"
        variant="default"
        aria-describedby={heading}
        onClick={() => setIsAsking(!isAsking)}
      >
        {text(isAsking ? outboxMessages.keep : outboxMessages.discard)}
      </Button>
    </div>
  );
}
