/** The keys of a page, in a dialog. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { listMessages } from '../../locales/lists.ts';
import { pageMessages } from '../../locales/page.ts';
import { text } from '../language/text.ts';
import styles from './page.module.css';
import { Modal } from './modal.tsx';

interface KeysDialogProps {
  readonly keys: readonly (readonly [key: string, does: string])[];
  readonly onClose: () => void;
}

export function KeysDialog({ keys, onClose }: KeysDialogProps) {
  return (
    <Modal title={text(listMessages.keysTitle)} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button variant="default" className={styles.close ?? ''} onClick={onClose}>
        {text(pageMessages.close)}
      </Button>
    </Modal>
  );
}
