/** Seal and title of the portal, linked to its root. */
import { Link } from 'react-router-dom';
import { sealLetter } from '../../portal/text/seal.ts';
import { useSlice } from '../session/portal-context.ts';
import styles from './brand.module.css';

export function Brand() {
  const { title } = useSlice();
  return (
    <Link to="/" className={styles.brand}>
      <span className={styles.seal} aria-hidden="true">
        {sealLetter(title)}
      </span>
      <span className={styles.title}>{title}</span>
    </Link>
  );
}
