/** The buttons of a record on one line: those that come next, and all others behind one more, so that the page stays in sight. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WireAction } from '../../../portal/wire/wire.ts';
import { Modal } from '../../page/modal.tsx';
import { useIsNarrow } from '../../page/use-narrow.ts';
import { text } from '../../text.ts';
import styles from './record-actions.module.css';
import { pageMessages } from '../../../locales/page.ts';
import { recordMessages } from '../../../locales/records.ts';

interface ActionButtonsProps {
  /** What comes next first. */
  readonly actions: readonly WireAction[];
  readonly lookOf: (action: WireAction) => object;
  readonly isBusy: boolean;
  readonly onChoose: (action: WireAction) => void;
}

/** As many as fit beside each other. */
const beside = { phone: 2, desk: 5 };

export function ActionButtons(props: ActionButtonsProps) {
  const { actions } = props;
  const room = useIsNarrow() ? beside.phone : beside.desk;
  const shown = actions.length > room ? room - 1 : room;
  return (
    <div className={styles.buttons}>
      <Buttons {...props} actions={actions.slice(0, shown)} />
      {actions.length > room && <Others {...props} actions={actions.slice(shown)} />}
    </div>
  );
}

function Buttons({ actions, lookOf, isBusy, onChoose }: ActionButtonsProps) {
  return actions.map((action) => (
    <Button key={action.name} {...lookOf(action)} loading={isBusy} onClick={() => onChoose(action)}>
      {action.title}
    </Button>
  ));
}

function Others(props: ActionButtonsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const choose = (action: WireAction) => {
    setIsOpen(false);
    props.onChoose(action);
  };
  return (
    <>
      <Button variant="default" data-more disabled={props.isBusy} onClick={() => setIsOpen(true)}>
        {text(recordMessages.otherSteps)}
      </Button>
      {isOpen && (
        <Modal title={text(recordMessages.otherSteps)} onClose={() => setIsOpen(false)}>
          <div className={styles.others}>
            <Buttons {...props} onChoose={choose} />
            <Button variant="subtle" onClick={() => setIsOpen(false)}>
              {text(pageMessages.close)}
            </Button>
          </div>
        </Modal>
      )}
    </>
  );
}
