/** What a picture and a PDF need to be shown. */
import type { PaperView } from './paper-view.ts';

export interface PaperProps {
  readonly blob: Blob;
  /** Of the file. */
  readonly name: string;
  readonly view: PaperView;
  /** @param shown the factor at which it is shown @param steps above 0: larger */
  readonly onZoom: (shown: number, steps: number) => void;
  /** The factor at which it is shown now. */
  readonly onScale: (scale: number) => void;
  /** The bytes are not what the type says. */
  readonly onBroken: () => void;
}
