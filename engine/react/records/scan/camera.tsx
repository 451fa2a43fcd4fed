/** The picture of the device's camera, in which it reads codes. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { recordMessages } from '../../../locales/records.ts';
import { text } from '../../language/text.ts';
import { Notice } from '../../page/feedback.tsx';
import styles from '../records.module.css';

/** @param onCode called for each picture with a code: again and again while the camera sees it */
export function Camera({ onCode }: { readonly onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    const ended = new AbortController();
    if (video.current !== null) {
      readCodes(video.current, { onCode: tell, signal: ended.signal }).catch((error: unknown) =>
        setProblem(sayCameraProblem(error)),
      );
    }
    return () => ended.abort();
  }, []);
  if (problem !== null) return <Notice icon={IconAlertTriangle}>{problem}</Notice>;
  return (
    <>
      <p>{text(recordMessages.scanHelp)}</p>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- It has no sound. */}
      <video ref={video} className={styles.camera} muted playsInline />
    </>
  );
}

interface CameraReader {
  readonly onCode: (code: string) => void;
  /** Releases the camera. */
  readonly signal: AbortSignal;
}

async function readCodes(video: HTMLVideoElement, { onCode, signal }: CameraReader): Promise<void> {
  const { frameLoop, QRCanvas, rearCamera } = await import('qr/dom.js');
  const camera = await rearCamera(video);
  const canvas = new QRCanvas();
  let isReading = false;
  const stop = frameLoop(() => {
    // The last frames can come when the picture is no longer on the page.
    if (isReading || video.clientWidth === 0) return;
    isReading = true;
    void camera
      .readFrame(canvas)
      .then((found) => {
        if (typeof found === 'string' && !signal.aborted) onCode(found);
      })
      .finally(() => (isReading = false));
  }, video);
  const end = () => {
    stop();
    camera.stop();
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
}

function sayCameraProblem(error: unknown): string {
  const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
  return text(isRefused ? recordMessages.cameraRefused : recordMessages.cameraMissing);
}
