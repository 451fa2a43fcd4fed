/** Seal and title of the portal, linked to its root. */
import { Link } from 'react-router-dom';
import { useSlice } from '../session/portal-context.ts';
import styles from './brand.module.css';
import { Seal } from './seal.tsx';

export function Brand() {
  const { title } = useSlice();
  return (
    <Link to="/" className={styles.brand}>
      <Seal />
      <span className={styles.title}>{title}</span>
    </Link>
  );
}
