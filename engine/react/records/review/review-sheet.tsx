/** On a phone: the paper of one item over the whole screen, with the same decisions. */
import { IconChevronLeft, IconChevronRight, IconX, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WireItem } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { fileMessages } from '../../../locales/files.ts';
import { text } from '../../language/text.ts';
import { useModal } from '../../page/modal.tsx';
import { Icon } from '../../theme/icon.tsx';
import { ItemPanel } from './item-panel.tsx';
import { ItemPaper } from './item-paper.tsx';
import styles from './review.module.css';
import type { Review } from './use-review.ts';

interface ReviewSheetProps {
  readonly review: Review;
  readonly item: WireItem;
  readonly onFiles: () => void;
  readonly onClose: () => void;
  /** What is shown above the sheet. */
  readonly children: ReactNode;
}

export function ReviewSheet({ review, item, onFiles, onClose, children }: ReviewSheetProps) {
  const dialog = useModal();
  const { items } = review.record;
  const at = items.findIndex(({ id }) => id === item.id) + 1;
  return (
    <dialog ref={dialog} className={styles.sheet} aria-label={item.title} onClose={onClose}>
      <div className={styles.sheetHead}>
        <SheetButton
          label={text(checklistMessages.keyPreviousItem)}
          icon={IconChevronLeft}
          onClick={() => review.move(-1)}
        />
        <span className={styles.sheetCount} data-figures>
          {text(checklistMessages.itemOf, { item: at, count: items.length })}
        </span>
        <SheetButton
          label={text(checklistMessages.keyNextItem)}
          icon={IconChevronRight}
          onClick={() => review.move(1)}
        />
        <SheetButton label={text(fileMessages.close)} icon={IconX} onClick={() => dialog.current?.close()} />
      </div>
      <div className={styles.sheetPaper}>
        <ItemPaper item={item} />
      </div>
      <ItemPanel item={item} review={review} onFiles={onFiles} />
      {children}
    </dialog>
  );
}

interface SheetButtonProps {
  readonly label: string;
  readonly icon: TablerIcon;
  readonly onClick: () => void;
}

function SheetButton({ label, icon, onClick }: SheetButtonProps) {
  return (
    <button type="button" className={styles.sheetButton} aria-label={label} onClick={onClick}>
      <Icon of={icon} size={20} />
    </button>
  );
}
