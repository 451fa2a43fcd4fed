/** What each further language lacks. */
import { workbenchMessages } from '../../../locales/workbench.ts';
import { pointerTo } from '../../../portal/values/pointer.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { Fallback } from '../../page/feedback.tsx';
import { EditLink } from './editing/edit-link.tsx';
import { Lines, Table } from './pieces.tsx';
import styles from './workbench.module.css';

export function TranslationsPart() {
  const { data, error, mutate } = useRead('GET /workbench/translations', {});
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  if (data.languages.length === 0) return <p>{text(workbenchMessages.noLanguages)}</p>;
  return data.languages.map(({ language, title, texts, missing, messages: codes }) => (
    <section key={language} className={styles.block}>
      <h2>{title}</h2>
      <p>
        {missing.length === 0
          ? text(workbenchMessages.noGaps)
          : text(workbenchMessages.missingCount, { count: missing.length, texts })}
      </p>
      {missing.length > 0 && (
        <Table
          label={`${title}: ${text(workbenchMessages.translations)}`}
          head={[text(workbenchMessages.translate), text(workbenchMessages.place)]}
        >
          {missing.map((one) => (
            <tr key={one.text}>
              <th scope="row">
                {one.text}{' '}
                <EditLink
                  file={`locales/${language}.yaml`}
                  at={pointerTo('texts', one.text)}
                  title={one.text}
                />
              </th>
              <td className={styles.quiet}>{one.place}</td>
            </tr>
          ))}
        </Table>
      )}
      {codes.length > 0 && (
        <details className={styles.details}>
          <summary>{text(workbenchMessages.messageCount, { count: codes.length })}</summary>
          <Lines lines={codes} />
        </details>
      )}
    </section>
  ));
}
