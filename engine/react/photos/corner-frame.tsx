/** A photo with the outline of its page: four corners to drag, or to move with the arrow keys. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { photoMessages } from '../../locales/photos.ts';
import { text } from '../language/text.ts';
import { cornersAfter, type Point, turned, turnedBack, withCorner } from './corners.ts';
import styles from './photo-editor.module.css';
import type { LookedAt, PageEdit } from './photo-tasks.ts';

interface CornerFrameProps {
  readonly look: LookedAt;
  readonly edit: PageEdit;
  readonly label: string;
  readonly onEdit: (edit: PageEdit) => void;
}

const names = [
  photoMessages.cornerTopLeft,
  photoMessages.cornerTopRight,
  photoMessages.cornerBottomRight,
  photoMessages.cornerBottomLeft,
] as const;

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function CornerFrame({ look, edit, label, onEdit }: CornerFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { turns } = edit;
  const seen = cornersAfter(edit.corners, turns).map((corner) => turned(corner, turns));
  const isAcross = turns % 2 === 1;
  const [width, height] = isAcross ? [look.height, look.width] : [look.width, look.height];
  const move = (index: number, to: Point) => {
    // The corner that is seen here has another place in the photo as it was taken.
    const taken = (index - turns + 4) % 4;
    onEdit({ turns, corners: withCorner(edit.corners, taken, turnedBack(to, turns)) });
  };
  const drag = (index: number) => (event: PointerEvent<HTMLButtonElement>) => {
    const area = frame.current?.getBoundingClientRect();
    if (area === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(index, { x: (event.clientX - area.left) / area.width, y: (event.clientY - area.top) / area.height });
  };
  const press = (index: number) => (event: KeyboardEvent) => {
    const step = steps[event.key];
    const from = seen[index];
    if (step === undefined || from === undefined) return;
    event.preventDefault();
    const by = event.shiftKey ? 0.05 : 0.01;
    move(index, { x: from.x + step.x * by, y: from.y + step.y * by });
  };
  return (
    <div
      ref={frame}
      className={styles.frame}
      style={{ aspectRatio: `${width} / ${height}` }}
      data-across={width > height}
    >
      <Preview look={look} turns={turns} label={label} />
      <svg className={styles.outline} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 0H1V1H0ZM${seen.map(({ x, y }) => `${x} ${y}`).join('L')}Z`} fillRule="evenodd" />
        <polygon points={seen.map(({ x, y }) => `${x},${y}`).join(' ')} />
      </svg>
      {seen.map(({ x, y }, index) => (
        <button
          key={index}
          type="button"
          className={styles.corner}
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          aria-label={text(photoMessages.corner, {
            corner: text(names[index] ?? names[0]),
            left: Math.round(x * 100),
            top: Math.round(y * 100),
          })}
          onKeyDown={press(index)}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag(index)}
        />
      ))}
    </div>
  );
}

/** A canvas, because the content security policy knows no addresses of pictures in memory. */
function Preview({ look, turns, label }: Pick<CornerFrameProps, 'look' | 'label'> & Pick<PageEdit, 'turns'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { preview } = look;
  const [width, height] = turns % 2 === 1 ? [preview.height, preview.width] : [preview.width, preview.height];
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context === null || context === undefined) return;
    context.setTransform(1, 0, 0, 1, width / 2, height / 2);
    context.rotate((turns * Math.PI) / 2);
    context.drawImage(preview, -preview.width / 2, -preview.height / 2);
  }, [height, preview, turns, width]);
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      className={styles.photo}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- An img needs an address, which the policy forbids.
      role="img"
      aria-label={label}
    />
  );
}
