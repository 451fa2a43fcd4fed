/** Who may do what with records of a type: a table for each status, with a column for each department. */
import type { PermissionsModel } from '../../../contract/workbench.ts';
import { workbenchMessages } from '../../../locales/workbench.ts';
import { answerWords, rightWords } from '../../../locales/workbench-words.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { Fallback } from '../../page/feedback.tsx';
import { Frame, OfType } from './pieces.tsx';
import styles from './workbench.module.css';

export function PermissionsPart() {
  return <OfType>{(type) => <Matrix key={type} type={type} />}</OfType>;
}

function Matrix({ type }: { readonly type: string }) {
  const { data, error, mutate } = useRead('GET /workbench/permissions/:recordType', {
    params: { recordType: type },
  });
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  return (
    <>
      <p className={styles.note}>
        {text(workbenchMessages.maybe)}: {text(workbenchMessages.maybeHelp)}
      </p>
      <Frame label={text(workbenchMessages.permissionsOf, { type: data.title })}>
        <table className={`${styles.table} ${styles.matrix}`}>
          <thead>
            <tr>
              <th scope="col">{text(workbenchMessages.permission)}</th>
              {data.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          {data.groups.map((group) => (
            <Group key={group.state ?? ''} columns={data.columns} group={group} />
          ))}
        </table>
      </Frame>
    </>
  );
}

interface StateRightsProps {
  readonly columns: readonly string[];
  readonly group: PermissionsModel['groups'][number];
}

function Group({ columns, group: { state, rows } }: StateRightsProps) {
  return (
    <tbody>
      {state !== null && (
        <tr className={styles.group}>
          <th scope="rowgroup" colSpan={columns.length + 1}>
            <span>{state}</span>
          </th>
        </tr>
      )}
      {rows.map(({ what, title: step, rule, cells }) => (
        <tr key={`${what} ${step ?? ''} ${rule}`}>
          <th scope="row">
            {what === 'step' ? step : text(rightWords[what])}
            <details className={styles.rule}>
              <summary>{text(workbenchMessages.rule)}</summary>
              {rule}
            </details>
          </th>
          {cells.map((cell, at) => (
            <td key={columns[at]} data-answer={cell}>
              {text(answerWords[cell])}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
