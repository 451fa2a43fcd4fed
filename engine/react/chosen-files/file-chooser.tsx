/** The buttons that choose files: from the device, or with the camera of a touch device. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { IconCamera, IconUpload, type TablerIcon } from '@tabler/icons-react';
import { type ChangeEvent, useId } from 'react';
import { fileMessages } from '../../locales/files.ts';
import { text } from '../language/text.ts';
import { Icon } from '../theme/icon.tsx';
import styles from './files.module.css';

interface ChosenFiles {
  /** What the files are for, after the label in the name of the button. */
  readonly title: string;
  readonly onChoose: (files: FileList | null) => void;
}

interface FileChooserProps extends ChosenFiles {
  readonly label: string;
  /** Extensions with a dot, or media types. */
  readonly accept: string;
  readonly isMultiple?: boolean;
}

export function FileChooser({ label, title, accept, isMultiple = false, onChoose }: FileChooserProps) {
  const id = useId();
  return (
    <span className={styles.chooser}>
      <input
        id={id}
        type="file"
        className={styles.input}
        aria-label={`${label}: ${title}`}
        accept={accept}
        multiple={isMultiple}
        onChange={chosen(onChoose)}
      />
      <ChooserLabel id={id} label={label} icon={IconUpload} />
    </span>
  );
}

interface CameraChooserProps extends ChosenFiles {
  /** `user`: the one that shows the person. */
  readonly camera: 'environment' | 'user';
}

export function CameraChooser({ title, camera, onChoose }: CameraChooserProps) {
  const id = useId();
  const label = text(fileMessages.takePhoto);
  return (
    <span className={styles.camera}>
      <input
        id={id}
        type="file"
        className={styles.input}
        aria-label={`${label}: ${title}`}
        accept="image/*"
        capture={camera}
        onChange={chosen(onChoose)}
      />
      <ChooserLabel id={id} label={label} icon={IconCamera} />
    </span>
  );
}

/** The same file can be chosen again. */
function chosen(onChoose: ChosenFiles['onChoose']) {
  return ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChoose(currentTarget.files);
    currentTarget.value = '';
  };
}

interface ChooserLabelProps {
  readonly id: string;
  readonly label: string;
  readonly icon: TablerIcon;
}

function ChooserLabel({ id, label, icon }: ChooserLabelProps) {
  return (
    <Button
      component="label"
      htmlFor={id}
      variant="default"
      size="sm"
      px="sm"
      leftSection={<Icon of={icon} size={16} />}
    >
      {label}
    </Button>
  );
}
