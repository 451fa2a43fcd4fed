/** Chooses files for an item or a message, checks them before they are sent, and shows the progress of each. */
import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { type DragEvent, lazy, useEffect, useMemo, useState } from 'react';
import { fileMessages } from '../../locales/files.ts';
import { message, type Message } from '../../locales/message.ts';
import { photoMessages } from '../../locales/photos.ts';
import type { FileReference } from '../../portal/model/record.ts';
import { usePortal, useSession } from '../session/portal-context.ts';
import { ONLOOKER } from '../session/user.ts';
import { tell } from '../language/tell.ts';
import { text } from '../language/text.ts';
import { CameraChooser, FileChooser } from '../chosen-files/file-chooser.tsx';
import { type KeptFile, keepsNothing, keptFiles, pageMark } from '../chosen-files/kept-files.ts';
import styles from '../chosen-files/files.module.css';
import type { UploadTarget } from './upload.ts';
import { usePhotos } from './use-photos.ts';
import { LazyPart } from '../loading/lazy-part.tsx';
import { type UploadState, useUploads } from './use-uploads.ts';

/** Loaded when a photo is edited. */
const PhotoEditor = lazy(async () => ({
  default: (await import('../photos/photo-editor.tsx')).PhotoEditor,
}));

interface UploadFieldProps {
  readonly place: UploadTarget['place'];
  /** Title of the paper, for the names of the buttons. */
  readonly title: string;
  readonly rule: FileRule;
  /** Shown after the types and the size. */
  readonly hint?: string;
  readonly hasFiles: boolean;
  /** The next file takes the place of those that are there. */
  readonly replaces?: boolean;
  /** Decides whether files can be chosen now, and shows what is missing. */
  readonly allow?: (count: number) => boolean;
  readonly onDone: (file: FileReference) => void;
  /** Called with the number of files that are not uploaded yet. */
  readonly onPending?: (count: number) => void;
}

export function UploadField(props: UploadFieldProps) {
  const {
    place,
    title,
    rule,
    hint,
    hasFiles,
    replaces = false,
    allow = () => true,
    onDone,
    onPending,
  } = props;
  const { client } = usePortal();
  const kept = useKept(place);
  const { uploads, add, begin, cancel } = useUploads({ client, place, kept, onDone });
  const photos = usePhotos(kept, begin);
  const [fault, setFault] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    onPending?.(uploads.length);
    return () => onPending?.(0);
  }, [onPending, uploads.length]);
  const takesPhotos = rule.accepts.includes('jpg') || rule.accepts.includes('pdf');
  const take = (files: FileList | null, isCamera = false) => {
    const chosen = [...(files ?? [])];
    if (!allow(chosen.length + uploads.length)) return;
    const pictures = takesPhotos ? chosen.filter(isPicture) : [];
    const toEdit = isCamera || pictures.length > 1 || pictures.some(isLarge) ? pictures : [];
    const others = chosen.filter((file) => !toEdit.includes(file));
    const faults = others.flatMap((file) => checkFile(file, rule) ?? []);
    setFault(faults.length > 0 ? faults.map(tell).join(' ') : null);
    for (const file of others) if (checkFile(file, rule) === null) void add(file);
    if (toEdit.length > 0) void keepAll(toEdit).then(photos.edit);
  };
  const keepAll = async (files: readonly File[]) => {
    const all: KeptFile[] = [];
    for (const file of files) all.push({ key: await kept.add(file, pageMark), file, edit: pageMark });
    return all;
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div
      className={styles.field}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div className={styles.buttons}>
        <FileChooser
          label={text(
            hasFiles ? (replaces ? fileMessages.replaceAll : fileMessages.addAnother) : fileMessages.choose,
          )}
          title={title}
          accept={rule.accepts.map((each) => `.${each}`).join(',')}
          isMultiple
          onChoose={(files) => take(files)}
        />
        {takesPhotos && (
          <CameraChooser title={title} camera="environment" onChoose={(files) => take(files, true)} />
        )}
        <span className={styles.hint}>
          <span className={styles.drop}>{text(fileMessages.dropHere)} </span>
          {tell(rulesOf(rule))} {hint}
        </span>
      </div>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {photos.waiting.length > 0 && photos.open === null && (
        <output className={styles.progress}>
          <span>{text(photoMessages.waiting, { count: photos.waiting.length })}</span>
          <Button variant="light" size="sm" onClick={() => photos.edit([])}>
            {text(photoMessages.goOn)}
          </Button>
          <Button variant="subtle" size="sm" onClick={() => void photos.discard()}>
            {text(photoMessages.discard)}
          </Button>
        </output>
      )}
      {photos.open !== null && (
        <LazyPart>
          <PhotoEditor
            title={title}
            accepts={rule.accepts}
            maxBytes={rule.maxBytes}
            kept={kept}
            begun={photos.open}
            onDone={async (files, pages) => {
              for (const file of files) void add(file);
              for (const { key } of pages) await kept.remove(key);
              photos.close();
            }}
            onClose={photos.close}
          />
        </LazyPart>
      )}
      {uploads.map((upload) => (
        <Running key={upload.id} upload={upload} onCancel={() => void cancel(upload.id)} />
      ))}
    </div>
  );
}

/** The files of an item wait on the device until the server has them. A message is begun again. */
function useKept(place: UploadTarget['place']) {
  const { keeper } = useSession();
  const { record, item } = place;
  return useMemo(
    () =>
      item === undefined || keeper === ONLOOKER ? keepsNothing : keptFiles([keeper, record, item].join('|')),
    [item, record, keeper],
  );
}

/** A small picture, such as a screenshot, is sent as it is. */
const mostUntouched = 600_000;

function isLarge({ size, name, type }: File): boolean {
  return size > mostUntouched || /hei[cf]/i.test(`${type} ${name}`);
}

function isPicture({ type, name }: File): boolean {
  return type.startsWith('image/') || /\.(jpe?g|png|webp|hei[cf])$/i.test(name);
}

function Running({ upload, onCancel }: { readonly upload: UploadState; readonly onCancel: () => void }) {
  const percent = Math.round(upload.share * 100);
  return (
    <div className={styles.running}>
      <div className={styles.progress}>
        <span className={styles.cut}>{upload.name}</span>
        {upload.error === null && <span data-figures>{percent} %</span>}
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={onCancel}
          aria-label={
            upload.error === null
              ? text(fileMessages.cancelNamed, { name: upload.name })
              : text(fileMessages.discardNamed, { name: upload.name })
          }
        >
          {upload.error === null ? text(fileMessages.cancel) : text(fileMessages.discard)}
        </Button>
      </div>
      {upload.error === null ? (
        <>
          <Progress value={percent} aria-label={text(fileMessages.uploadProgress, { name: upload.name })} />
          <output className={styles.hint}>{upload.isWaiting && text(fileMessages.uploadWaiting)}</output>
        </>
      ) : (
        <p className={styles.fault} role="alert">
          {upload.error}
        </p>
      )}
    </div>
  );
}

export interface FileRule {
  /** Extensions without the dot. */
  readonly accepts: readonly string[];
  readonly maxBytes: number;
}

/** @returns why the item rejects this file, or null */
export function checkFile(
  { name, size }: Pick<File, 'name' | 'size'>,
  { accepts, maxBytes }: FileRule,
): Message | null {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!accepts.includes(extension))
    return message(fileMessages.chosenNotReadable, { file: name, kinds: kindsOf(accepts) });
  if (size === 0) return message(fileMessages.chosenEmpty, { file: name });
  if (size <= maxBytes) return null;
  return message(fileMessages.chosenTooLarge, {
    file: name,
    size: { bytes: size },
    most: { bytes: maxBytes },
  });
}

/** The files that an item accepts: “PDF, JPG or PNG, up to 10 MB.” */
export function rulesOf({ accepts, maxBytes }: FileRule): Message {
  return message(fileMessages.kindsAndSize, { kinds: kindsOf(accepts), size: { bytes: maxBytes } });
}

function kindsOf(accepts: readonly string[]): { readonly oneOf: readonly string[] } {
  return { oneOf: accepts.filter((name) => name !== 'jpeg').map((name) => name.toUpperCase()) };
}
