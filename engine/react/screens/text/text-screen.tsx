/** The text screen: what an organisation tells everybody, such as its privacy notice. */
import { PageHead } from '../../page/page-head.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import styles from '../screens.module.css';

export function TextScreen({ route }: ScreenProps) {
  return (
    <>
      <PageHead title={route.title} />
      <div className={styles.text}>
        {route.sections.map(({ title, body, points }) => (
          <section key={title}>
            <h2>{title}</h2>
            {body !== null && <p>{body}</p>}
            {points.length > 0 && (
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </>
  );
}
