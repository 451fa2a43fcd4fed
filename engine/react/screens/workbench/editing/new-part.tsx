/** Adds something of a sort to the draft: like another one, or a language. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DraftModel, EditableSort } from '../../../../contract/editing.ts';
import type { MessageTemplate } from '../../../../locales/catalogue.ts';
import { editingMessages } from '../../../../locales/editing.ts';
import { plainName } from '../../../../portal/text/plain-name.ts';
import type { Answer } from '../../../api/call.ts';
import { useSubmission } from '../../../forms/use-submission.ts';
import { text } from '../../../language/text.ts';
import { ProblemAlert } from '../../../page/feedback.tsx';
import { usePortal } from '../../../session/portal-context.ts';
import { Frame } from '../pieces.tsx';
import { editAddress } from './edit-link.tsx';
import styles from './editing.module.css';

interface SortWords {
  readonly heading: MessageTemplate;
  readonly nameLabel: MessageTemplate;
  readonly nameHelp: MessageTemplate;
  readonly hasTitle: boolean;
  /** Nothing of the sort begins from nothing. */
  readonly needsModel: boolean;
}

const titled = {
  nameLabel: editingMessages.newShortName,
  nameHelp: editingMessages.newShortNameHelp,
  hasTitle: true,
};

const wordsOfSorts = {
  kinds: { ...titled, heading: editingMessages.kindNew, needsModel: true },
  fees: { ...titled, heading: editingMessages.feeNew, needsModel: true },
  lookups: { ...titled, heading: editingMessages.lookupNew, needsModel: false },
  texts: {
    heading: editingMessages.languageNew,
    nameLabel: editingMessages.languageCode,
    nameHelp: editingMessages.languageCodeHelp,
    hasTitle: false,
    needsModel: false,
  },
  offices: { ...titled, heading: editingMessages.groupNew, hasTitle: false, needsModel: true },
} as const satisfies Readonly<Record<EditableSort, SortWords>>;

interface NewPartProps {
  readonly of: DraftModel['sorts'][number];
  readonly onAdded: () => void;
}

interface AnnouncedPart extends Answer<'POST /workbench/draft/additions'> {
  readonly title: string;
}

export function NewPart({ of: { sort, models }, onAdded }: NewPartProps) {
  const { client } = usePortal();
  const { submit, errors, problem, isBusy } = useSubmission();
  const [chosen, setLike] = useState('');
  const [title, setTitle] = useState('');
  /** Null: as the title says. */
  const [name, setName] = useState<string | null>(null);
  const [added, setAdded] = useState<AnnouncedPart | null>(null);
  const { heading, nameLabel, nameHelp, hasTitle, needsModel } = wordsOfSorts[sort];
  if (needsModel && models.length === 0) return null;
  const first = needsModel ? models[0] : undefined;
  const like = (models.find((one) => one.name === chosen) ?? first)?.name ?? null;
  const said = name ?? (hasTitle ? plainName(title) : '');
  const body = { sort, like, title: hasTitle ? title.trim() : null, name: said.trim() };
  const add = async () => {
    setAdded(null);
    const result = await client.send('POST /workbench/draft/additions', { body });
    if (!result.ok) return result.problem;
    setAdded({ ...result.value, title: body.title ?? body.name });
    setTitle('');
    setName(null);
    onAdded();
    return null;
  };
  return (
    <form
      className={styles.newPart}
      noValidate
      aria-label={text(heading)}
      onSubmit={(event) => void submit(event, add)}
    >
      <h3>{text(heading)}</h3>
      {models.length > 0 && (
        <NativeSelect
          name="like"
          label={text(editingMessages.newLike)}
          value={like ?? ''}
          data={[
            ...(needsModel ? [] : [{ value: '', label: text(editingMessages.newLikeNone) }]),
            ...models.map((one) => ({ value: one.name, label: one.title })),
          ]}
          error={errors.like?.join('\n')}
          onChange={({ currentTarget }) => setLike(currentTarget.value)}
        />
      )}
      {hasTitle && (
        <TextInput
          name="title"
          label={text(editingMessages.newTitle)}
          value={title}
          maxLength={200}
          autoComplete="off"
          error={errors.title?.join('\n')}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      )}
      <TextInput
        name="name"
        label={text(nameLabel)}
        description={text(nameHelp)}
        value={said}
        maxLength={80}
        autoComplete="off"
        error={errors.name?.join('\n')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ProblemAlert problem={problem} />
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="default"
          loading={isBusy}
          disabled={body.title === '' || body.name === ''}
        >
          {text(editingMessages.newAdd)}
        </Button>
      </div>
      {added !== null && (
        <output className={styles.notice}>
          <Link to={{ search: editAddress(added.file, added.at) }}>
            {text(editingMessages.newAdded, { title: added.title })}
          </Link>
          <Frame label={text(editingMessages.newReport)}>
            <pre className={styles.plan}>{added.report}</pre>
          </Frame>
        </output>
      )}
    </form>
  );
}
