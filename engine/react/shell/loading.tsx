/** The overlay over everything while the loading flag is set: blue dots, centred, not cancellable. */
import { usePortalState } from '../portal-context.ts';
import { text } from '../text.ts';
import styles from './loading.module.css';
import { pageMessages } from '../../locales/page.ts';

export function Loading() {
  const isLoading = usePortalState((state) => state.loader);
  const size = usePortalState((state) => Number(state.slice.constants.loaderSize ?? 75));
  if (!isLoading) return null;
  return (
    <output className={styles.overlay} data-loading>
      <span className={styles.words}>{text(pageMessages.loadingOverlay)}</span>
      <svg className={styles.dots} width={size} height={size} viewBox="0 0 75 75" aria-hidden="true">
        <circle cx="11" cy="37" r="10" />
        <circle cx="37" cy="37" r="10" />
        <circle cx="63" cy="37" r="10" />
      </svg>
    </output>
  );
}
