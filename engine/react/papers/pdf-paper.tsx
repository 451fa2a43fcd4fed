/** The pages of a PDF, one below the other. Only those in sight are drawn. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { paperMessages } from '../../locales/papers.ts';
import { text } from '../language/text.ts';
import { Placeholder } from '../page/feedback.tsx';
import { Place } from './paper-place.tsx';
import type { PaperProps } from './paper-props.ts';
import { type PaperView, scaleOf, type OwnSize, turnedSize } from './paper-view.ts';
import styles from './papers.module.css';
import { openPdf, type OpenPdf } from './pdf-engine.ts';
import { usePaperPlace } from './use-place.ts';

/** A point of a PDF in CSS pixels. */
const pointPixels = 96 / 72;

/** Canvases above this are refused by some browsers; the page is then drawn coarser. */
const mostCanvasPixels = 16_000_000;

export function PdfPaper({ blob, name, view, onZoom, onScale, onBroken }: PaperProps) {
  const pdf = usePdf(blob, onBroken);
  const own = pdf?.first ?? { width: 0, height: 0 };
  // A frame of some pixels is around each page.
  const scaleFor = (available: number) => scaleOf(view, own, available - 2);
  const { ref, width, handlers } = usePaperPlace({ scaleFor, onZoom, isScrolled: true });
  const scale = scaleFor(width);
  useEffect(() => onScale(scale), [onScale, scale]);
  const count = pdf?.open.document.numPages ?? 0;
  return (
    <Place ref={ref} handlers={handlers} name={name}>
      {pdf === null && <Placeholder />}
      {width > 0 &&
        Array.from({ length: count }, (_, index) => (
          <Page
            key={index}
            pdf={pdf}
            number={index + 1}
            label={text(paperMessages.pageOf, { page: index + 1, count, name })}
            {...{ view, scale, place: ref }}
          />
        ))}
    </Place>
  );
}

interface ShownPdf {
  readonly open: OpenPdf;
  /** The size of its first page; others are taken for as large until they are in sight. */
  readonly first: OwnSize;
}

/** Null while it is read. */
function usePdf(blob: Blob, onBroken: () => void): ShownPdf | null {
  const [pdf, setPdf] = useState<ShownPdf | null>(null);
  const broken = useRef(onBroken);
  useEffect(() => {
    broken.current = onBroken;
  }, [onBroken]);
  useEffect(() => {
    let isGone = false;
    let opened: OpenPdf | null = null;
    const read = async () => {
      opened = await openPdf(blob);
      if (isGone) return opened.close();
      const first = sizeOf(await opened.document.getPage(1));
      if (!isGone) setPdf({ open: opened, first });
    };
    read().catch(() => void (isGone || broken.current()));
    return () => {
      isGone = true;
      setPdf(null);
      opened?.close();
    };
  }, [blob]);
  return pdf;
}

function sizeOf(page: PDFPageProxy): OwnSize {
  const { width, height } = page.getViewport({ scale: pointPixels });
  return { width, height };
}

interface PageProps {
  readonly pdf: ShownPdf | null;
  readonly number: number;
  readonly label: string;
  readonly view: PaperView;
  readonly scale: number;
  readonly place: RefObject<HTMLElement | null>;
}

function Page({ pdf, number, label, view, scale, place }: PageProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(sheet, place);
  const [own, setOwn] = useState<OwnSize | null>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    const target = canvas.current;
    if (!isNear || pdf === null || target === null) return;
    let stop = () => {};
    let isGone = false;
    const draw = async () => {
      const page = await pdf.open.document.getPage(number);
      if (isGone) return;
      setOwn(sizeOf(page));
      const task = drawPage(page, target, { scale, turn: view.turn });
      stop = () => task.cancel();
      await task.promise;
      if (!isGone) setIsDrawn(true);
    };
    // A page that was cancelled or cannot be drawn stays blank.
    draw().catch(() => {});
    return () => {
      isGone = true;
      stop();
    };
  }, [isNear, pdf, number, scale, view.turn]);
  const { width, height } = turnedSize(own ?? pdf?.first ?? { width: 0, height: 0 }, view);
  return (
    <div
      ref={sheet}
      className={styles.page}
      data-drawn={isNear && isDrawn}
      style={{ width: width * scale, height: height * scale }}
    >
      {isNear && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, not loaded
        <canvas ref={canvas} role="img" aria-label={label} />
      )}
    </div>
  );
}

function drawPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  { scale, turn }: { readonly scale: number; readonly turn: number },
) {
  const rotation = (page.rotate + turn) % 360;
  const plain = page.getViewport({ scale: pointPixels * scale, rotation });
  const wanted = Math.min(window.devicePixelRatio, 2);
  const dense = Math.min(wanted, Math.sqrt(mostCanvasPixels / (plain.width * plain.height)));
  const viewport = page.getViewport({ scale: pointPixels * scale * dense, rotation });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  return page.render({ canvas, viewport });
}

/** True while the element is in sight of the place, or about to be. */
function useIsNear(element: RefObject<HTMLElement | null>, place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: place.current, rootMargin: '600px 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, place]);
  return isNear;
}
