/** Requirement kinds by their sets: when they apply, their papers and questions, and what they issue. */
import type { KindModel } from '../../../contract/workbench.ts';
import { workbenchMessages } from '../../../locales/workbench.ts';
import { useRead } from '../../data/hooks.ts';
import { useBasisWords } from '../../facts/basis-hint.tsx';
import { text } from '../../language/text.ts';
import { sayParts } from '../../page/dates.ts';
import { Fallback } from '../../page/feedback.tsx';
import { EditLink } from './editing/edit-link.tsx';
import { Lines, Table } from './pieces.tsx';
import styles from './workbench.module.css';

export function KindsPart() {
  const { data, error, mutate } = useRead('GET /workbench/kinds', {});
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  if (data.sets.length === 0) return <p>{text(workbenchMessages.noKinds)}</p>;
  return data.sets.map(({ key, title, kinds }) => (
    <section key={key} className={styles.block}>
      <h2>{title}</h2>
      {kinds.map((kind) => (
        <Kind key={kind.key} kind={kind} />
      ))}
    </section>
  ));
}

function Kind({ kind }: { readonly kind: KindModel }) {
  const { title, office, isRetired, when, issues, visit, file, items, questions } = kind;
  const sayBasis = useBasisWords();
  return (
    <details className={styles.details}>
      <summary>
        {title} <span className={styles.quiet}>{office}</span>
      </summary>
      <Lines
        lines={[
          isRetired ? text(workbenchMessages.isRetired) : null,
          `${text(workbenchMessages.when)}: ${when ?? text(workbenchMessages.whenAlways)}`,
          issues === null ? null : text(workbenchMessages.issues, { document: issues }),
          visit === null ? null : text(workbenchMessages.visit, { calendar: visit }),
          sayBasis(kind),
          text(workbenchMessages.file, { file }),
        ]}
      />
      <EditLink file={file} title={title} />
      {items.length > 0 && (
        <Table
          label={`${title}: ${text(workbenchMessages.papers)}`}
          head={[
            text(workbenchMessages.item),
            text(workbenchMessages.needed),
            text(workbenchMessages.how),
            text(workbenchMessages.validFor),
            text(workbenchMessages.basis),
          ]}
        >
          {items.map((item) => (
            <tr key={item.title}>
              <th scope="row">{item.title}</th>
              <td>{sayParts([item.needed, item.each].filter((one) => one !== null))}</td>
              <td>{item.how}</td>
              <td>{item.valid}</td>
              <td className={styles.quiet}>{sayBasis(item)}</td>
            </tr>
          ))}
        </Table>
      )}
      {questions.length > 0 && (
        <Table
          label={`${title}: ${text(workbenchMessages.questions)}`}
          head={[text(workbenchMessages.question), text(workbenchMessages.needed)]}
        >
          {questions.map((question) => (
            <tr key={question.title}>
              <th scope="row">{question.title}</th>
              <td>{question.needed}</td>
            </tr>
          ))}
        </Table>
      )}
    </details>
  );
}
