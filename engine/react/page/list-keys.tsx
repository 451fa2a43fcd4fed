/** The keys of a list: they work while it is on the page, and `?` tells which they are. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { listMessages } from '../../locales/lists.ts';
import { pageMessages } from '../../locales/page.ts';
import { textAround } from '../language/text-around.tsx';
import { text } from '../language/text.ts';
import styles from './list-keys.module.css';
import { Modal } from './modal.tsx';
import { useListKeys } from './use-keys.ts';
import { useIsNarrow } from './use-narrow.ts';

interface ListKeysProps {
  readonly rows: RefObject<HTMLElement | null>;
  /** Rows can be selected. */
  readonly hasSelection?: boolean;
  readonly hasSearch?: boolean;
}

export function ListKeys({ rows, hasSelection = false, hasSearch = true }: ListKeysProps) {
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useIsNarrow();
  useListKeys(rows, () => setOpen(true));
  return (
    <>
      {!isNarrow && <p className={styles.hint}>{textAround(listMessages.keysHint, { key: <kbd>?</kbd> })}</p>}
      {isOpen && (
        <Modal title={text(listMessages.keysTitle)} onClose={() => setOpen(false)}>
          <dl className={styles.keys}>
            <Key name="j">{text(listMessages.keyNext)}</Key>
            <Key name="k">{text(listMessages.keyPrevious)}</Key>
            <Key name="Enter">{text(listMessages.keyOpen)}</Key>
            {hasSelection && <Key name="x">{text(listMessages.keySelect)}</Key>}
            {hasSearch && <Key name="/">{text(listMessages.keySearch)}</Key>}
            <Key name={text(listMessages.keysOfFind)}>{text(listMessages.keyFind)}</Key>
            <Key name="?">{text(listMessages.keyHelp)}</Key>
          </dl>
          <Button variant="default" className={styles.close ?? ''} onClick={() => setOpen(false)}>
            {text(pageMessages.close)}
          </Button>
        </Modal>
      )}
    </>
  );
}

function Key({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>
        <kbd>{name}</kbd>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
