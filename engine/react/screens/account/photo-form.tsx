/** One's own photo: chosen or taken, cut to a square on the device, and sent. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useRef, useState } from 'react';
import { accountMessages } from '../../../locales/account.ts';
import type { Answer } from '../../api/call.ts';
import type { Result } from '../../api/client.ts';
import { useRead } from '../../data/hooks.ts';
import type { Problem } from '../../api/problem.ts';
import { CameraChooser, FileChooser } from '../../chosen-files/file-chooser.tsx';
import { text } from '../../language/text.ts';
import { ProblemAlert } from '../../page/feedback.tsx';
import { PersonPicture } from '../../page/person-picture.tsx';
import { usePortal, useSession } from '../../session/portal-context.ts';
import formStyles from '../../page/plain-form.module.css';
import styles from './account.module.css';
import { PhotoCrop } from './photo-crop.tsx';

export function PhotoForm() {
  const { client } = usePortal();
  const { name } = useSession();
  const { data, mutate } = useRead('GET /photo', {});
  const photo = data?.photo ?? null;
  const [source, setSource] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const square = useRef<HTMLCanvasElement>(null);

  async function choose(file: File | undefined) {
    setDone(null);
    setProblem(null);
    setFault(null);
    if (file === undefined) return;
    const picture = await createImageBitmap(file).catch(() => null);
    if (picture === null) setFault(text(accountMessages.photoUnreadable));
    else setSource(picture);
  }

  async function change(work: Promise<Result<Answer<'PUT /photo'>>>, said: string) {
    setIsBusy(true);
    setProblem(null);
    const result = await work;
    setIsBusy(false);
    if (!result.ok) return setProblem(result.problem);
    await mutate(result.value, { revalidate: false });
    setSource(null);
    setDone(said);
  }

  function save() {
    // The quality keeps it well below the limit of a call.
    const picture = square.current?.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
    void change(client.send('PUT /photo', { body: { picture } }), text(accountMessages.photoSaved));
  }

  return (
    <div className={formStyles.form} data-narrow>
      <p>{text(accountMessages.photoIntroduction)}</p>
      {source === null ? (
        <PersonPicture name={name} photo={photo} size={160} />
      ) : (
        <PhotoCrop key={keyOf(source)} source={source} canvas={square} />
      )}
      <div className={styles.choices}>
        <FileChooser
          label={text(accountMessages.photoChoose)}
          title={name}
          accept="image/jpeg,image/png,image/webp"
          onChoose={(files) => void choose(files?.[0])}
        />
        <CameraChooser title={name} camera="user" onChoose={(files) => void choose(files?.[0])} />
        {photo !== null && source === null && (
          <Button
            variant="subtle"
            color="red"
            data-danger
            loading={isBusy}
            onClick={() => void change(client.send('DELETE /photo', {}), text(accountMessages.photoRemoved))}
          >
            {text(accountMessages.photoRemove)}
          </Button>
        )}
      </div>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <ProblemAlert problem={problem} />
      {done !== null && <output className={formStyles.done}>{done}</output>}
      {source !== null && (
        <Button loading={isBusy} onClick={save}>
          {text(accountMessages.photoSave)}
        </Button>
      )}
    </div>
  );
}

const keys = new WeakMap<ImageBitmap, number>();
let count = 0;

/** Another picture begins in the middle again. */
function keyOf(source: ImageBitmap): number {
  const key = keys.get(source) ?? (count += 1);
  keys.set(source, key);
  return key;
}
