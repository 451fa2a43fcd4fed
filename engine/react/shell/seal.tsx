/** The seal of the portal beside its title. */
import { sealLetter } from '../../portal/text/seal.ts';
import { useSlice } from '../session/portal-context.ts';
import styles from './brand.module.css';

export function Seal() {
  const { seal, title } = useSlice();
  return seal === null ? (
    <span className={styles.letter} aria-hidden="true">
      {sealLetter(title)}
    </span>
  ) : (
    <img className={styles.picture} src={seal} alt="" />
  );
}
