/** Adds a requirement that is like another one. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DraftModel } from '../../../../contract/editing.ts';
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

interface NewKindProps {
  readonly kinds: DraftModel['sorts'][number]['files'];
  readonly onAdded: () => void;
}

interface AnnouncedKind extends Answer<'POST /workbench/draft/kinds'> {
  readonly title: string;
}

export function NewKind({ kinds, onAdded }: NewKindProps) {
  const { client } = usePortal();
  const { submit, errors, problem, isBusy } = useSubmission();
  const [like, setLike] = useState(kinds[0]?.file ?? '');
  const [title, setTitle] = useState('');
  /** Null: as the title says. */
  const [name, setName] = useState<string | null>(null);
  const [added, setAdded] = useState<AnnouncedKind | null>(null);
  const body = { like, title: title.trim(), name: name ?? plainName(title) };
  const add = async () => {
    setAdded(null);
    const result = await client.send('POST /workbench/draft/kinds', { body });
    if (!result.ok) return result.problem;
    setAdded({ ...result.value, title: body.title });
    setTitle('');
    setName(null);
    onAdded();
    return null;
  };
  return (
    <form className={styles.newKind} noValidate onSubmit={(event) => void submit(event, add)}>
      <h3>{text(editingMessages.kindNew)}</h3>
      <NativeSelect
        name="like"
        label={text(editingMessages.kindLike)}
        value={like}
        data={kinds.map((one) => ({ value: one.file, label: one.title }))}
        error={errors.like?.join('\n')}
        onChange={({ currentTarget }) => setLike(currentTarget.value)}
      />
      <TextInput
        name="title"
        label={text(editingMessages.kindTitle)}
        value={title}
        maxLength={200}
        autoComplete="off"
        error={errors.title?.join('\n')}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <TextInput
        name="name"
        label={text(editingMessages.kindName)}
        description={text(editingMessages.kindNameHelp)}
        value={body.name}
        maxLength={80}
        autoComplete="off"
        error={errors.name?.join('\n')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ProblemAlert problem={problem} />
      <div className={styles.buttons}>
        <Button type="submit" variant="default" loading={isBusy} disabled={body.title === ''}>
          {text(editingMessages.kindAdd)}
        </Button>
      </div>
      {added !== null && (
        <output className={styles.notice}>
          <Link to={{ search: editAddress(added.file) }}>
            {text(editingMessages.kindAdded, { title: added.title })}
          </Link>
          <Frame label={text(editingMessages.kindReport)}>
            <pre className={styles.plan}>{added.report}</pre>
          </Frame>
        </output>
      )}
    </form>
  );
}
