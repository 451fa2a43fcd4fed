/** The keys of a list: they work while it is on the page, and `?` tells which they are. */
import { type RefObject, useState } from 'react';
import { listMessages } from '../../locales/lists.ts';
import { textAround } from '../language/text-around.tsx';
import { text } from '../language/text.ts';
import { KeysDialog } from './keys-dialog.tsx';
import styles from './page.module.css';
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
        <KeysDialog
          keys={[
            ['j', text(listMessages.keyNext)],
            ['k', text(listMessages.keyPrevious)],
            ['Enter', text(listMessages.keyOpen)],
            ...(hasSelection ? [['x', text(listMessages.keySelect)] as const] : []),
            ...(hasSearch ? [['/', text(listMessages.keySearch)] as const] : []),
            [text(listMessages.keysOfFind), text(listMessages.keyFind)],
            ['?', text(listMessages.keyHelp)],
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
