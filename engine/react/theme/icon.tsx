/** An icon beside its label: screen readers hear only the label. */
import type { TablerIcon } from '@tabler/icons-react';

export function Icon({ of: Drawn, size = 18 }: { readonly of: TablerIcon; readonly size?: number }) {
  return <Drawn size={size} stroke={1.8} aria-hidden focusable={false} />;
}
