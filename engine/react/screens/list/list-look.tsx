/** How a list looks: its density and its columns. The URL contains the choice, and the browser remembers it. */
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Button, Checkbox, Popover } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { listMessages } from '../../../locales/lists.ts';
import { text } from '../../language/text.ts';
import { type ListLook, type SliceList, withLook } from '../../records/links/list-address.ts';
import styles from './list.module.css';

interface ListLookProps {
  readonly type: string;
  readonly list: SliceList;
  readonly look: ListLook;
}

export function ListLookButton({ type, list, look }: ListLookProps) {
  const [search, setSearch] = useSearchParams();
  const key = `portal.look.${type}.${list.name}`;
  const remember = useRememberedLook(key, look);
  const [readChosen, noteChosen] = useLatestChoice(look);
  const change = (changed: Partial<ListLook>) => {
    const next = { ...readChosen(), ...changed };
    noteChosen(next);
    remember(withLook(new URLSearchParams(), next).toString());
    setSearch(withLook(search, next), { replace: true, preventScrollReset: true });
  };
  const all = list.columns.map(({ value }) => value);
  const shown = look.columns ?? all;
  const toggle = (value: string) => {
    const before = readChosen().columns ?? all;
    const next = all.filter((one) => (one === value ? !before.includes(one) : before.includes(one)));
    if (next.length > 0) change({ columns: next.length === all.length ? null : next });
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default">{text(listMessages.look)}</Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.look} aria-label={text(listMessages.look)}>
        <Checkbox
          label={text(listMessages.compact)}
          checked={look.isCompact}
          onChange={() => change({ isCompact: !readChosen().isCompact })}
        />
        <fieldset className={styles.columns}>
          <legend>{text(listMessages.columns)}</legend>
          {list.columns.map(({ value, title }) => (
            <Checkbox
              key={value}
              label={title}
              checked={shown.includes(value)}
              // A list without columns shows nothing.
              disabled={shown.length === 1 && shown.includes(value)}
              onChange={() => toggle(value)}
            />
          ))}
        </fieldset>
        <Button variant="default" onClick={() => window.print()}>
          {text(listMessages.print)}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** What was chosen last: the page may not show it yet when somebody chooses again. */
function useLatestChoice(look: ListLook): [read: () => ListLook, note: (next: ListLook) => void] {
  const chosen = useRef(look);
  const shown = useRef(look);
  useEffect(() => {
    const address = (one: ListLook) => withLook(new URLSearchParams(), one).toString();
    if (address(look) === address(shown.current)) return;
    shown.current = look;
    chosen.current = look;
  }, [look]);
  return [() => chosen.current, (next) => void (chosen.current = next)];
}

/**
 * Remembers the look in this browser. An address without a look, and without a saved view, gets the last one.
 * @returns a function that remembers another look
 */
function useRememberedLook(key: string, { columns, isCompact }: ListLook): (look: string) => void {
  const [search, setSearch] = useSearchParams();
  const [remembered, remember] = useLocalStorage({ key, defaultValue: '', getInitialValueInEffect: false });
  const isNamed = columns !== null || isCompact || search.has('view');
  useEffect(() => {
    if (isNamed || remembered === '') return;
    const next = new URLSearchParams(search);
    for (const [name, value] of new URLSearchParams(remembered)) next.set(name, value);
    setSearch(next, { replace: true, preventScrollReset: true });
  }, [isNamed, remembered, search, setSearch]);
  return remember;
}
