/** A picture of a paper: zoomed, turned and moved. */
import { useEffect, useState } from 'react';
import { useBlobAddress } from './file-content.ts';
import { scaleOf, type OwnSize, turnedSize } from './paper-view.ts';
import styles from './papers.module.css';
import { Place } from './paper-place.tsx';
import type { PaperProps } from './paper-props.ts';
import { usePaperPlace } from './use-place.ts';

export function PicturePaper({ blob, name, view, onZoom, onScale, onBroken }: PaperProps) {
  const address = useBlobAddress(blob);
  const [own, setOwn] = useState<OwnSize>({ width: 0, height: 0 });
  const scaleFor = (available: number) => scaleOf(view, own, available);
  const { ref, width, handlers } = usePaperPlace({ scaleFor, onZoom, isScrolled: false });
  const scale = scaleFor(width);
  useEffect(() => onScale(scale), [onScale, scale]);
  const sheet = turnedSize(own, view);
  return (
    <Place ref={ref} handlers={handlers} name={name}>
      <div className={styles.picture} style={{ width: sheet.width * scale, height: sheet.height * scale }}>
        {address !== null && (
          <img
            src={address}
            alt={name}
            draggable={false}
            data-scale={scale.toFixed(3)}
            style={{
              width: own.width * scale,
              height: own.height * scale,
              transform: `translate(-50%, -50%) rotate(${view.turn}deg)`,
            }}
            onLoad={({ currentTarget }) =>
              setOwn({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
            }
            onError={onBroken}
          />
        )}
      </div>
    </Place>
  );
}
