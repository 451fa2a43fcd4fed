/** The overlay over everything while the loading flag is on: dots, blue, centred, and nothing cancels it. */
import '@mantine/core/styles/Loader.layer.css';
import { Loader } from '@mantine/core';
import { usePortalState } from '../portal-context.ts';
import styles from './loading.module.css';

export function Loading() {
  const isLoading = usePortalState((state) => state.loader);
  const size = usePortalState((state) => Number(state.slice.constants.loaderSize ?? 75));
  if (!isLoading) return null;
  return (
    <output className={styles.overlay} data-loading>
      <span className={styles.words}>Loading…</span>
      <Loader type="dots" color="blue" size={size} />
    </output>
  );
}
