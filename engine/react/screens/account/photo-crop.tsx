/** Cuts a square out of a picture: by dragging it, or with sliders that also work with the keyboard. */
import { Slider } from '@mantine/core';
import '@mantine/core/styles/Slider.layer.css';
import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { accountMessages } from '../../../locales/account.ts';
import { text } from '../../language/text.ts';
import styles from './account.module.css';

/** Pixels of each side of the saved square. */
const side = 480;

interface Cut {
  /** 1: the shorter side of the picture. */
  readonly zoom: number;
  /** Of the part that does not fit, from 0 to 1. */
  readonly x: number;
  readonly y: number;
}

interface PhotoCropProps {
  readonly source: ImageBitmap;
  /** Has the square. */
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

export function PhotoCrop({ source, canvas }: PhotoCropProps) {
  const [cut, setCut] = useState<Cut>({ zoom: 1, x: 0.5, y: 0.5 });
  const length = Math.min(source.width, source.height) / cut.zoom;
  const slack = { x: source.width - length, y: source.height - length };
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    // A transparent picture gets a white ground, as on paper.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, side, side);
    context.drawImage(source, slack.x * cut.x, slack.y * cut.y, length, length, 0, 0, side, side);
  }, [canvas, source, cut, length, slack.x, slack.y]);

  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons === 0) return;
    const scale = length / currentTarget.clientWidth;
    const moved = (at: number, by: number, room: number) =>
      room === 0 ? at : Math.min(1, Math.max(0, at - (by * scale) / room));
    setCut({ ...cut, x: moved(cut.x, movementX, slack.x), y: moved(cut.y, movementY, slack.y) });
  };

  return (
    <>
      <p>{text(accountMessages.photoAdjust)}</p>
      <canvas
        ref={canvas}
        width={side}
        height={side}
        className={styles.square}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
      >
        {text(accountMessages.photoSquare)}
      </canvas>
      <Lever
        label={text(accountMessages.photoZoom)}
        value={(cut.zoom - 1) / 2}
        onChange={(value) => setCut({ ...cut, zoom: 1 + value * 2 })}
      />
      {slack.x > 0 && (
        <Lever
          label={text(accountMessages.photoLeftRight)}
          value={cut.x}
          onChange={(x) => setCut({ ...cut, x })}
        />
      )}
      {slack.y > 0 && (
        <Lever
          label={text(accountMessages.photoUpDown)}
          value={cut.y}
          onChange={(y) => setCut({ ...cut, y })}
        />
      )}
    </>
  );
}

interface LeverProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Lever({ label, value, onChange }: LeverProps) {
  return (
    <div>
      <span className={styles.lever}>{label}</span>
      <Slider
        size="lg"
        label={null}
        thumbLabel={label}
        min={0}
        max={100}
        value={Math.round(value * 100)}
        onChange={(hundredths) => onChange(hundredths / 100)}
      />
    </div>
  );
}
