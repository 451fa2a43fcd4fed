/** Opens the search through everything. */
import { IconSearch } from '@tabler/icons-react';
import { pageMessages } from '../../locales/page.ts';
import { usePortal } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import { Icon } from '../theme/icon.tsx';

interface FindButtonProps {
  readonly className: string;
  readonly onOpen?: () => void;
}

export function FindButton({ className, onOpen }: FindButtonProps) {
  const { store } = usePortal();
  return (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      aria-label={text(pageMessages.find)}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => {
        onOpen?.();
        store.change((draft) => void (draft.isFinding = true));
      }}
    >
      <Icon of={IconSearch} size={20} />
    </button>
  );
}
