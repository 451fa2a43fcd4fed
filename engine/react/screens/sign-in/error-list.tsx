/** The alert above the sign-in form: every message, one a line; nothing when there is none. */
import styles from './sign-in.module.css';

export function ErrorList({ errors }: { readonly errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <div className={styles.alert} role="alert">
      <ul>
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </div>
  );
}
