/** A table of rows; on a narrow page, each row becomes a list with titles before the answers. */
import styles from './fact-rows.module.css';
import type { FactTable } from './facts.ts';

export function FactRows({ table, label }: { readonly table: FactTable; readonly label: string }) {
  const { titles, rows } = table;
  return (
    <table className={styles.rows} aria-label={label}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={titles[column]} data-title={column === 0 ? undefined : titles[column]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
