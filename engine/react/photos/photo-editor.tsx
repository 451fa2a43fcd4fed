/** Turns photos into pages: straightened, turned, made smaller, put in order, and bound into one file. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useState } from 'react';
import { photoMessages } from '../../locales/photos.ts';
import { CameraChooser, FileChooser } from '../chosen-files/file-chooser.tsx';
import type { KeptFile, KeptFiles } from '../chosen-files/kept-files.ts';
import { show } from '../language/tell.ts';
import { text } from '../language/text.ts';
import { Modal } from '../page/modal.tsx';
import { useSlice } from '../session/portal-context.ts';
import { turnOnce, wholePicture } from './corners.ts';
import { CornerFrame } from './corner-frame.tsx';
import { PageStrip } from './page-strip.tsx';
import styles from './photo-editor.module.css';
import { type PhotoPage, usePhotoPages } from './use-photo-pages.ts';

interface PhotoEditorProps {
  /** Title of the paper: names the file. */
  readonly title: string;
  readonly accepts: readonly string[];
  readonly maxBytes: number;
  readonly kept: KeptFiles;
  /** The photos to begin with, kept already. */
  readonly begun: readonly KeptFile[];
  /** The finished files, of which the pages are no longer needed. */
  readonly onDone: (files: readonly File[], pages: readonly PhotoPage[]) => Promise<void>;
  /** The pages stay on the device. */
  readonly onClose: () => void;
}

export function PhotoEditor({ title, accepts, maxBytes, kept, begun, onDone, onClose }: PhotoEditorProps) {
  const { uploads: limits } = useSlice();
  const { pages, darkroom, add, edit, remove, move } = usePhotoPages(kept, limits.photos, begun);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [isBinding, setIsBinding] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const chosen = pages.find(({ id }) => id === chosenId) ?? pages.at(-1);
  const bytes = pages.reduce((sum, { made }) => sum + (made?.picture.size ?? 0), 0);
  const isReady = pages.length > 0 && pages.every(({ made }) => made !== null);
  const isTooLarge = accepts.includes('pdf') && bytes > maxBytes;
  const take = (files: FileList | null) => {
    void add([...(files ?? [])]);
    setChosenId(null);
  };
  const finish = async () => {
    setIsBinding(true);
    const files = await bound(pages, { title, accepts, bind: darkroom.bind }).catch(() => null);
    setHasFailed(files === null);
    if (files === null) setIsBinding(false);
    else await onDone(files, pages);
  };
  const discard = (page: PhotoPage) => {
    remove(page);
    if (pages.length === 1) onClose();
  };
  return (
    <Modal title={text(photoMessages.edit, { title })} className={styles.editor} onClose={onClose}>
      {chosen !== undefined && (
        <PageStage
          page={chosen}
          number={pages.indexOf(chosen) + 1}
          onEdit={(next) => edit(chosen, next)}
          onSendUnchanged={
            fitsUnchanged(chosen, accepts, maxBytes) ? () => void onDone([chosen.photo], [chosen]) : null
          }
        />
      )}
      {chosen !== undefined && (
        <PageTools
          page={chosen}
          place={{ number: pages.indexOf(chosen) + 1, of: pages.length }}
          onMove={(by) => {
            setChosenId(chosen.id);
            move(chosen, by);
          }}
          onEdit={(next) => edit(chosen, next)}
          onRemove={() => discard(chosen)}
        />
      )}
      {chosen !== undefined && pages.length > 1 && (
        <PageStrip pages={pages} chosen={chosen} onChoose={(page) => setChosenId(page.id)} />
      )}
      <div className={styles.foot}>
        <span className={styles.add}>
          <CameraChooser title={text(photoMessages.add)} camera="environment" onChoose={take} />
          <FileChooser
            label={text(photoMessages.add)}
            title={title}
            accept="image/*"
            isMultiple
            onChoose={take}
          />
        </span>
        <output className={styles.size}>
          {isReady
            ? text(photoMessages.size, { count: pages.length, size: show({ bytes }) })
            : pages.some(({ isBroken }) => isBroken)
              ? ''
              : text(photoMessages.preparing)}
        </output>
        <Button disabled={!isReady || isTooLarge} loading={isBinding} onClick={() => void finish()}>
          {text(photoMessages.upload)}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {text(photoMessages.close)}
        </Button>
      </div>
      {hasFailed && (
        <p className={styles.fault} role="alert">
          {text(photoMessages.notBound)}
        </p>
      )}
      {isTooLarge && (
        <p className={styles.fault} role="alert">
          {text(photoMessages.tooLarge, { size: show({ bytes }), most: show({ bytes: maxBytes }) })}
        </p>
      )}
    </Modal>
  );
}

interface PageStageProps {
  readonly page: PhotoPage;
  readonly number: number;
  readonly onEdit: (edit: PhotoPage['edit']) => void;
  /** Null: the item does not accept the photo as it is. */
  readonly onSendUnchanged: (() => void) | null;
}

function PageStage({ page, number, onEdit, onSendUnchanged }: PageStageProps) {
  const { look, isBroken, edit, photo } = page;
  if (isBroken) {
    return (
      <div className={styles.broken} role="alert">
        <p>{text(isHeic(photo) ? photoMessages.heic : photoMessages.broken)}</p>
        {onSendUnchanged !== null && (
          <Button variant="default" onClick={onSendUnchanged}>
            {text(photoMessages.sendUnchanged)}
          </Button>
        )}
      </div>
    );
  }
  if (look === null) return <div className={styles.waiting} />;
  return (
    <>
      <CornerFrame
        look={look}
        edit={edit}
        label={text(photoMessages.picture, { page: number })}
        onEdit={onEdit}
      />
      <p className={styles.hint}>
        {text(look.corners === null ? photoMessages.edgesNotFound : photoMessages.edgesFound)}
      </p>
    </>
  );
}

interface PageToolsProps {
  readonly page: PhotoPage;
  readonly place: { readonly number: number; readonly of: number };
  readonly onMove: (by: -1 | 1) => void;
  readonly onEdit: (edit: PhotoPage['edit']) => void;
  readonly onRemove: () => void;
}

function PageTools({ page: { edit, look }, place, onMove, onEdit, onRemove }: PageToolsProps) {
  const { number, of } = place;
  const isWhole = edit.corners === wholePicture;
  return (
    <div className={styles.tools}>
      {look !== null && (
        <>
          <Button variant="default" onClick={() => onEdit({ ...edit, turns: turnOnce(edit.turns) })}>
            {text(photoMessages.turn)}
          </Button>
          {!isWhole && (
            <Button variant="default" onClick={() => onEdit({ ...edit, corners: wholePicture })}>
              {text(photoMessages.whole)}
            </Button>
          )}
          {isWhole && look.corners !== null && (
            <Button
              variant="default"
              onClick={() => onEdit({ ...edit, corners: look.corners ?? wholePicture })}
            >
              {text(photoMessages.edges)}
            </Button>
          )}
        </>
      )}
      {of > 1 && (
        <>
          <Button
            variant="default"
            disabled={number === 1}
            aria-label={text(photoMessages.earlier, { page: number })}
            onClick={() => onMove(-1)}
          >
            {text(photoMessages.earlierShort)}
          </Button>
          <Button
            variant="default"
            disabled={number === of}
            aria-label={text(photoMessages.later, { page: number })}
            onClick={() => onMove(1)}
          >
            {text(photoMessages.laterShort)}
          </Button>
        </>
      )}
      <Button
        variant="default"
        color="red"
        data-danger
        aria-label={text(photoMessages.remove, { page: number })}
        onClick={onRemove}
      >
        {text(photoMessages.removeShort)}
      </Button>
    </div>
  );
}

interface PaperTarget {
  readonly title: string;
  readonly accepts: readonly string[];
  readonly bind: (pictures: readonly Blob[]) => Promise<Blob>;
}

/** One page is a picture, several are one PDF, as far as the item accepts them. */
async function bound(pages: readonly PhotoPage[], { title, accepts, bind }: PaperTarget): Promise<File[]> {
  const pictures = pages.flatMap(({ made }) => made?.picture ?? []);
  const takesPictures = accepts.includes('jpg');
  if (accepts.includes('pdf') && (pictures.length > 1 || !takesPictures)) {
    return [new File([await bind(pictures)], `${title}.pdf`, { type: 'application/pdf' })];
  }
  return pictures.map((picture, index) => {
    const number = pictures.length > 1 ? ` ${index + 1}` : '';
    return new File([picture], `${title}${number}.jpg`, { type: 'image/jpeg' });
  });
}

function isHeic({ name, type }: File): boolean {
  return /\.hei[cf]$/i.test(name) || /hei[cf]/.test(type);
}

function fitsUnchanged({ photo }: PhotoPage, accepts: readonly string[], maxBytes: number): boolean {
  return photo.size <= maxBytes && accepts.includes(photo.name.split('.').at(-1)?.toLowerCase() ?? '');
}
