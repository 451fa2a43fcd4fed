/** The saved views of a list: opens one, saves what the list shows, and changes or removes a view. */
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WireView, WireViews } from '../../../contract/views.ts';
import { viewMessages } from '../../../locales/views.ts';
import type { Result } from '../../api/client.ts';
import type { Problem } from '../../api/problem.ts';
import { useRead } from '../../data/hooks.ts';
import type { CallInput } from '../../api/call.ts';
import { text } from '../../language/text.ts';
import { ProblemAlert } from '../../page/feedback.tsx';
import { usePageActions } from '../../page/page-actions.ts';
import { inView, type SliceList, viewStateOf, wholeList } from '../../records/links/list-address.ts';
import { usePortal } from '../../session/portal-context.ts';
import styles from './list.module.css';

/** @param list `type/list` */
export function viewsInput(list: string): CallInput<'GET /views'> {
  return { query: { list } };
}

interface ListViewsProps {
  readonly type: string;
  readonly list: SliceList;
}

export function ListViews({ type, list }: ListViewsProps) {
  const of = `${type}/${list.name}`;
  const { data, mutate } = useRead('GET /views', viewsInput(of));
  const [search, setSearch] = useSearchParams();
  const [isOpen, setIsOpen] = useState(false);
  const state = viewStateOf(search, list);
  const current = data?.items.find(({ id }) => id === search.get('view')) ?? null;
  const isChanged = current !== null && viewStateOf(new URLSearchParams(current.query), list) !== state;
  const show = (view: WireView | null) => {
    setIsOpen(false);
    setSearch(view === null ? wholeList : inView(view.query, view.id));
  };
  useDefaultView(data, list);
  usePageActions(
    (data?.items ?? []).map((view) => ({
      name: `view ${view.id}`,
      title: text(viewMessages.open, { name: view.name }),
      run: () => show(view),
    })),
  );
  if (data === undefined) return null;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" className={styles.views ?? ''} onClick={() => setIsOpen(!isOpen)}>
          {current === null
            ? text(viewMessages.title)
            : isChanged
              ? text(viewMessages.changed, { name: current.name })
              : current.name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.look} aria-label={text(viewMessages.title)}>
        <Choices views={data} current={current} onShow={show} />
        <ViewSettings
          // What was typed and refused belongs to one view.
          key={current?.id}
          of={of}
          views={data}
          current={current}
          state={state}
          isChanged={isChanged}
          onChange={(views, shown) => {
            void mutate(views, { revalidate: false });
            if (shown !== null) setSearch(inView(state, shown), { replace: true });
            if (shown === null && current !== null && !views.items.some(({ id }) => id === current.id))
              setSearch(inView(state, ''), { replace: true });
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** An address that names nothing opens with the person's default view. The look does not count. */
function useDefaultView(views: WireViews | undefined, list: SliceList): void {
  const [search, setSearch] = useSearchParams();
  const view = views?.items.find(({ id }) => id === views.default);
  const isPlain = !search.has('view') && viewStateOf(withoutLook(search), list) === '';
  useEffect(() => {
    if (view !== undefined && isPlain) setSearch(inView(view.query, view.id), { replace: true });
  }, [view, isPlain, setSearch]);
}

function withoutLook(search: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...search].filter(([name]) => name !== 'columns' && name !== 'density'));
}

interface ChoicesProps {
  readonly views: WireViews;
  readonly current: WireView | null;
  readonly onShow: (view: WireView | null) => void;
}

function Choices({ views, current, onShow }: ChoicesProps) {
  const groups = [
    { title: text(viewMessages.mine), items: views.items.filter(({ office }) => !office) },
    { title: text(viewMessages.ofOffice), items: views.items.filter(({ office }) => office) },
  ];
  const choice = (title: string, view: WireView | null) => (
    <li key={view?.id ?? ''}>
      <Button
        variant={view !== null && view === current ? 'light' : 'subtle'}
        justify="start"
        fullWidth
        {...(view !== null && view === current && { 'aria-current': true })}
        onClick={() => onShow(view)}
      >
        {title}
      </Button>
    </li>
  );
  return (
    <>
      {groups.map(({ title, items }) =>
        items.length === 0 ? null : (
          <section key={title}>
            <h2 className={styles.viewsTitle}>{title}</h2>
            <ul className={styles.choices}>{items.map((view) => choice(view.name, view))}</ul>
          </section>
        ),
      )}
      {views.items.length > 0 && <ul className={styles.choices}>{choice(text(viewMessages.whole), null)}</ul>}
    </>
  );
}

interface ViewSettingsProps {
  /** `type/list`. */
  readonly of: string;
  readonly views: WireViews;
  readonly current: WireView | null;
  /** What the list shows now. */
  readonly state: string;
  /** It differs from the current view. */
  readonly isChanged: boolean;
  /** @param shown id of the view that was saved; null: the address stays */
  readonly onChange: (views: WireViews, shown: string | null) => void;
}

function ViewSettings({ of, views, current, state, isChanged, onChange }: ViewSettingsProps) {
  const { client } = usePortal();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const write = async (sent: Promise<Result<WireViews>>, name: string | null = null) => {
    setIsBusy(true);
    const result = await sent;
    setIsBusy(false);
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) return;
    const saved = result.value.items.find((view) => view.name === name && !view.office);
    const ofOffice = result.value.items.find((view) => view.name === name && view.office);
    onChange(result.value, (saved ?? ofOffice)?.id ?? null);
  };
  const wrongName = problem?.kind === 'fields' ? (problem.errors['name']?.[0] ?? null) : null;
  const rename = (name: string) =>
    current !== null &&
    void write(client.send('PATCH /views/:id', { params: { id: current.id }, body: { name } }));
  const save = (name: string, office: boolean) =>
    void write(
      client.send('POST /views', {
        body: { list: of, name, query: state, ...(office && { office }) },
      }),
      name.trim(),
    );
  return (
    <>
      {current?.stale === true && <p>{text(viewMessages.stale)}</p>}
      {wrongName === null && <ProblemAlert problem={problem} />}
      {current !== null && (
        <Checkbox
          label={text(viewMessages.default)}
          checked={views.default === current.id}
          disabled={isBusy}
          onChange={({ currentTarget: { checked } }) =>
            void write(
              client.send('PUT /views/default', { body: { list: of, view: checked ? current.id : null } }),
            )
          }
        />
      )}
      {current?.editable === true && isChanged && (
        <Button
          loading={isBusy}
          onClick={() =>
            void write(
              client.send('PATCH /views/:id', { params: { id: current.id }, body: { query: state } }),
            )
          }
        >
          {text(viewMessages.saveChanges)}
        </Button>
      )}
      {current?.editable === true && !isChanged && (
        <>
          <NameForm
            name={current.name}
            button={text(viewMessages.rename)}
            isBusy={isBusy}
            error={wrongName}
            onSend={rename}
          />
          <Button
            variant="outline"
            color="red"
            data-danger
            loading={isBusy}
            onClick={() => void write(client.send('DELETE /views/:id', { params: { id: current.id } }))}
          >
            {text(viewMessages.remove)}
          </Button>
        </>
      )}
      {state !== '' && (current === null || isChanged) && (
        <NameForm
          name=""
          button={text(viewMessages.save)}
          isBusy={isBusy}
          error={wrongName}
          isForOffice={views.for_office}
          onSend={save}
        />
      )}
    </>
  );
}

interface NameFormProps {
  readonly name: string;
  readonly button: string;
  readonly isBusy: boolean;
  readonly error: string | null;
  /** The view can be for the whole office. */
  readonly isForOffice?: boolean;
  readonly onSend: (name: string, office: boolean) => void;
}

function NameForm({ name, button, isBusy, error, isForOffice = false, onSend }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const [office, setOffice] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend(typed, office);
  };
  return (
    <form className={styles.viewForm} onSubmit={send} noValidate>
      <TextInput
        label={text(viewMessages.name)}
        value={typed}
        maxLength={80}
        error={error}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      {isForOffice && (
        <Checkbox
          label={text(viewMessages.forOffice)}
          checked={office}
          onChange={({ currentTarget: { checked } }) => setOffice(checked)}
        />
      )}
      <Button type="submit" variant="default" loading={isBusy}>
        {button}
      </Button>
    </form>
  );
}
