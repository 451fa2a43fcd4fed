/** What several parts of the workbench are made of: a table that scrolls, a heading with its lines, a choice of the record type. */
import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { workbenchMessages } from '../../../locales/workbench.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { Fallback } from '../../page/feedback.tsx';
import styles from './workbench.module.css';

interface ScrollingProps {
  /** What is in it, for those who do not see it. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Wider than a phone: it scrolls by itself. */
export function Frame({ label, children }: ScrollingProps) {
  return (
    <section
      className={styles.frame}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
      tabIndex={0}
    >
      {children}
    </section>
  );
}

interface TableProps extends ScrollingProps {
  readonly head: readonly string[];
}

export function Table({ label, head, children }: TableProps) {
  return (
    <Frame label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Frame>
  );
}

/** Lines such as an address or a file; those that say nothing are left out. */
export function Lines({ lines }: { readonly lines: readonly (string | null | undefined)[] }) {
  const said = lines.filter((line) => line != null && line !== '');
  return said.length === 0 ? null : (
    <ul className={styles.lines}>
      {said.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface OfTypeProps {
  readonly children: (type: string) => ReactNode;
}

/** The record type that somebody chooses; the address names it. */
export function OfType({ children }: OfTypeProps) {
  const [search, setSearch] = useSearchParams();
  const { data, error, mutate } = useRead('GET /workbench', {});
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  const asked = search.get('type');
  const type = data.types.find(({ key }) => key === asked) ?? data.types[0];
  if (type === undefined) return null;
  return (
    <>
      <NativeSelect
        className={styles.choice ?? ''}
        label={text(workbenchMessages.recordType)}
        value={type.key}
        data={data.types.map(({ key, title }) => ({ value: key, label: title }))}
        onChange={({ currentTarget }) => {
          const next = new URLSearchParams(search);
          next.set('type', currentTarget.value);
          setSearch(next, { replace: true });
        }}
      />
      {children(type.key)}
    </>
  );
}
