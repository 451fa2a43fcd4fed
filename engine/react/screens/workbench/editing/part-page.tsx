/** A part of a file: where it is, its form with what people will see, and the parts below it. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { PartModel } from '../../../../contract/editing.ts';
import { editingMessages } from '../../../../locales/editing.ts';
import type { Problem } from '../../../api/problem.ts';
import { useRead } from '../../../data/hooks.ts';
import { text } from '../../../language/text.ts';
import { Fallback, ProblemAlert } from '../../../page/feedback.tsx';
import { usePortal, useSession } from '../../../session/portal-context.ts';
import styles from './editing.module.css';
import { editAddress } from './edit-link.tsx';
import { removed } from './leave-question.tsx';
import type { PartAct } from './part-act.ts';
import { PartEntries } from './part-entries.tsx';
import { PartForm } from './part-form.tsx';
import { typedCopy } from './use-typed.ts';

export function PartPage({ file, at }: { readonly file: string; readonly at: string }) {
  const { client } = usePortal();
  const { keeper } = useSession();
  const navigate = useNavigate();
  const [q, setQ] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const { data, error, mutate } = useRead(
    'GET /workbench/draft/part',
    { query: { file, at, q } },
    { keepPreviousData: true },
  );
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  /** Adds below, removes or moves this part or an entry of it. */
  const act = async (place: string, what: PartAct) => {
    const found =
      place === data.at
        ? data
        : await client.call('GET /workbench/draft/part', { query: { file: data.file, at: place } });
    const result = await client.send('POST /workbench/draft/entries', {
      body: { file: data.file, at: place, edition: found.edition, act: what },
    });
    setProblem(result.ok ? null : result.problem);
    const isGone = result.ok && what === 'remove';
    // An entry that comes to this place, or is added there, begins without what was typed here.
    if (isGone || what === 'list') typedCopy(keeper, { file: data.file, at: place }).write({});
    await mutate();
    if (!result.ok || what === 'list') return;
    if (what === 'add' || place === data.at)
      void navigate({ search: editAddress(data.file, result.value.at) }, isGone ? { state: removed } : {});
  };
  return (
    <div className={styles.page}>
      <Way part={data} />
      <ProblemAlert problem={problem} />
      {data.isKept && <p className={styles.notice}>{text(editingMessages.keptRows)}</p>}
      {Object.keys(data.answers).length > 0 || hasQuestions(data) ? (
        <PartForm
          key={`${data.file} ${data.at} ${data.mayList}`}
          part={data}
          onKept={(part) => void mutate(part, { revalidate: false })}
        />
      ) : null}
      {data.parts.length > 0 && (
        <nav className={styles.block} aria-label={text(editingMessages.parts)}>
          <h3>{text(editingMessages.parts)}</h3>
          <ul className={styles.files}>
            {data.parts.map((part) => (
              <li key={part.at}>
                <Link to={{ search: editAddress(data.file, part.at) }}>{part.title}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <PartEntries file={data.file} entries={data.entries} q={q} onSearch={setQ} onAct={act} />
      {data.mayList && (
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => void act(data.at, 'list')}>
            {text(editingMessages.listMembers)}
          </Button>
        </div>
      )}
      {data.mayGo && (
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => void act(data.at, 'remove')}>
            {text(editingMessages.removeOf, { title: data.title })}
          </Button>
        </div>
      )}
    </div>
  );
}

function hasQuestions({ schema, conditions }: PartModel): boolean {
  return conditions.length > 0 || Object.keys((schema['properties'] as object | undefined) ?? {}).length > 0;
}

function Way({ part: { file, way, title, previous, next } }: { readonly part: PartModel }) {
  return (
    <>
      <nav aria-label={text(editingMessages.way)}>
        <ol className={styles.way}>
          <li>
            <Link to={{ search: '?part=edit' }}>{text(editingMessages.change)}</Link>
          </li>
          {way.map((one) => (
            <li key={one.at}>
              <Link to={{ search: editAddress(file, one.at) }}>{one.title}</Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.head}>
        <h2>{title}</h2>
        {previous !== null && (
          <Link to={{ search: editAddress(file, previous) }}>{text(editingMessages.previous)}</Link>
        )}
        {next !== null && <Link to={{ search: editAddress(file, next) }}>{text(editingMessages.next)}</Link>}
      </div>
    </>
  );
}
