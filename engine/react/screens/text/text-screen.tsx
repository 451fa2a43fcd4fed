/** The text screen: what an organisation tells everybody, such as its privacy notice. */
import type { Route } from '../../../portal/model/route.ts';
import type { CallInput } from '../../api/call.ts';
import { useRead } from '../../data/hooks.ts';
import { Fallback } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import type { FirstReads, ScreenProps } from '../../router/screen.ts';
import styles from '../screens.module.css';

export const textReads: FirstReads = ({ route }) => [['GET /text-pages/:page', inputOf(route)]];

function inputOf({ name }: Route): CallInput<'GET /text-pages/:page'> {
  return { params: { page: name } };
}

export function TextScreen({ route }: ScreenProps) {
  const { data, error, mutate } = useRead('GET /text-pages/:page', inputOf(route), { isOpen: true });
  return (
    <>
      <PageHead title={route.title} />
      {data === undefined ? (
        <Fallback error={error} retry={mutate} isAll />
      ) : (
        <div className={styles.text}>
          {data.sections.map(({ title, body, points }) => (
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
      )}
    </>
  );
}
