/** The lists of a part: rows, items, texts. Each entry has a form of its own; here they are found, added and moved. */
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { EntriesModel, EntryModel } from '../../../../contract/editing.ts';
import { editingMessages } from '../../../../locales/editing.ts';
import { pointerTo } from '../../../../portal/values/pointer.ts';
import { text } from '../../../language/text.ts';
import styles from './editing.module.css';
import { editAddress } from './edit-link.tsx';
import type { PartAct } from './part-act.ts';

interface PartEntriesProps {
  readonly file: string;
  readonly entries: readonly EntriesModel[];
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly onAct: (at: string, act: PartAct) => Promise<void>;
}

/** Entries from which on a search helps. */
const many = 12;

export function PartEntries({ file, entries, q, onSearch, onAct }: PartEntriesProps) {
  const hasSearch = q !== '' || entries.some(({ total }) => total > many);
  return (
    <>
      {hasSearch && entries.length > 0 && (
        <TextInput
          type="search"
          className={styles.search ?? ''}
          label={text(editingMessages.search)}
          value={q}
          maxLength={200}
          onChange={({ currentTarget }) => onSearch(currentTarget.value)}
        />
      )}
      {entries.map((one) => (
        <section key={one.at} className={styles.block} aria-label={one.title}>
          <h3>
            {one.title}{' '}
            <span className={styles.quiet}>{text(editingMessages.entries, { count: one.total })}</span>
          </h3>
          {one.help !== null && <p className={styles.quiet}>{one.help}</p>}
          {one.total === 0 && <p>{text(q === '' ? editingMessages.noEntries : editingMessages.notFound)}</p>}
          <ul className={styles.rows}>
            {one.items.map((item) => (
              <Entry key={item.at} file={file} entry={item} isOrdered={one.isOrdered} onAct={onAct} />
            ))}
          </ul>
          {one.items.length < one.total && (
            <p className={styles.quiet}>{text(editingMessages.showing, { count: one.items.length })}</p>
          )}
          {one.isOrdered ? (
            <Button
              variant="default"
              aria-label={text(editingMessages.addLabel, { title: one.title })}
              onClick={() => void onAct(one.at, 'add')}
            >
              {text(editingMessages.add)}
            </Button>
          ) : (
            <NewName file={file} at={one.at} />
          )}
        </section>
      ))}
    </>
  );
}

interface PartEntryProps {
  readonly file: string;
  readonly entry: EntryModel;
  readonly isOrdered: boolean;
  readonly onAct: PartEntriesProps['onAct'];
}

function Entry({ file, entry: { at, title, about }, isOrdered, onAct }: PartEntryProps) {
  return (
    <li>
      <div className={styles.row}>
        <Link to={{ search: editAddress(file, at) }}>{title}</Link>
        <span className={styles.quiet}>{about}</span>
      </div>
      {isOrdered && (
        <span className={styles.moves}>
          {(['up', 'down'] as const).map((act) => (
            <Button
              key={act}
              variant="default"
              size="xs"
              aria-label={text(act === 'up' ? editingMessages.upOf : editingMessages.downOf, { title })}
              onClick={() => void onAct(at, act)}
            >
              {act === 'up' ? '↑' : '↓'}
            </Button>
          ))}
        </span>
      )}
    </li>
  );
}

/** An entry with a name: it is written with its first answers. */
function NewName({ file, at }: { readonly file: string; readonly at: string }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const open = (event: FormEvent) => {
    event.preventDefault();
    const key = name.trim();
    if (key !== '') void navigate({ search: editAddress(file, at + pointerTo(key)) });
  };
  const label = at === '/texts' ? editingMessages.newText : editingMessages.newName;
  return (
    <form className={styles.order} onSubmit={open}>
      <TextInput
        label={text(label)}
        value={name}
        maxLength={1000}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={name.trim() === ''}>
        {text(editingMessages.add)}
      </Button>
    </form>
  );
}
