/** Departments with their pages, and the groups that name them. */
import { Link } from 'react-router-dom';
import type { DepartmentModel, OfficesModel } from '../../../contract/workbench.ts';
import { workbenchMessages } from '../../../locales/workbench.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { sayParts } from '../../page/dates.ts';
import { Fallback } from '../../page/feedback.tsx';
import { EditLink } from './editing/edit-link.tsx';
import { Lines, Table } from './pieces.tsx';
import styles from './workbench.module.css';

export function OfficesPart() {
  const { data, error, mutate } = useRead('GET /workbench/offices', {});
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  return (
    <>
      {data.departments.map((department) => (
        <Department key={department.key} department={department} />
      ))}
      <section className={styles.block}>
        <h2>{text(workbenchMessages.open)}</h2>
        <Pages pages={data.open} />
      </section>
      <section className={styles.block}>
        <h2>{text(workbenchMessages.groups)}</h2>
        <Table
          label={text(workbenchMessages.groups)}
          head={[text(workbenchMessages.group), text(workbenchMessages.members)]}
        >
          {data.groups.map(({ key, members }) => (
            <tr key={key}>
              <th scope="row">
                {key} <EditLink file="groups.yaml" at={`/groups/${key}`} title={key} />
              </th>
              <td>{sayParts(members)}</td>
            </tr>
          ))}
        </Table>
      </section>
    </>
  );
}

function Department({ department }: { readonly department: DepartmentModel }) {
  const { title, area, aliases, units, flags, contacts, kinds, pages } = department;
  return (
    <section className={styles.block}>
      <h2>{title}</h2>
      <Lines
        lines={[
          `${text(workbenchMessages.area)}: ${area}`,
          aliases.length === 0 ? null : text(workbenchMessages.aliases, { names: sayParts(aliases) }),
          units === null ? null : text(workbenchMessages.units, { lookup: units }),
          kinds === 0 ? null : text(workbenchMessages.kindCount, { count: kinds }),
          flags.length === 0 ? null : `${text(workbenchMessages.flags)}: ${sayParts(flags)}`,
          ...contacts,
        ]}
      />
      <Pages pages={pages} />
    </section>
  );
}

function Pages({ pages }: { readonly pages: OfficesModel['open'] }) {
  return (
    <details className={styles.details}>
      <summary>{text(workbenchMessages.pages, { count: pages.length })}</summary>
      <ul className={styles.pages}>
        {pages.map(({ title, path, screen }) => (
          <li key={path}>
            {path.includes('{') ? title : <Link to={path}>{title}</Link>}{' '}
            <span className={styles.quiet}>
              {path} · {screen}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
