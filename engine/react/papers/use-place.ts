/** The place in which a paper is shown: its width, drag to move, and the wheel to zoom. */
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scrollKept } from './paper-view.ts';

export interface PaperPlace {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** In pixels, without its scroll bar; 0: not known yet. */
  readonly width: number;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
  };
}

interface PlaceOptions {
  /** The factor at which the paper is shown. */
  readonly scaleFor: (width: number) => number;
  readonly onZoom: (shown: number, steps: number) => void;
  /** The wheel zooms only together with the control key, because it scrolls. */
  readonly isScrolled: boolean;
}

export function usePaperPlace({ scaleFor, onZoom, isScrolled }: PlaceOptions): PaperPlace {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const scale = scaleFor(width);
  const pointer = useRef({ x: 0, y: 0 });
  useEffect(() => {
    const element = ref.current;
    const turn = (event: WheelEvent) => {
      if (isScrolled && !event.ctrlKey && !event.metaKey) return;
      // Else the browser zooms or scrolls the page.
      event.preventDefault();
      const box = element?.getBoundingClientRect();
      pointer.current = { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
      onZoom(scale, event.deltaY < 0 ? 1 : -1);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [isScrolled, onZoom, scale]);
  const shown = useRef(scale);
  useLayoutEffect(() => {
    const element = ref.current;
    const growth = shown.current > 0 ? scale / shown.current : 1;
    shown.current = scale;
    if (element === null || growth === 1) return;
    element.scrollLeft = scrollKept(element.scrollLeft, pointer.current.x, growth);
    element.scrollTop = scrollKept(element.scrollTop, pointer.current.y, growth);
  }, [scale]);
  return { ref, width, handlers: useDrag(ref) };
}

function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** A finger scrolls by itself; the mouse drags. */
function useDrag(ref: RefObject<HTMLElement | null>): PaperPlace['handlers'] {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const stop = () => {
    from.current = null;
  };
  return {
    onPointerDown(event) {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      const element = ref.current;
      if (element === null) return;
      from.current = { x: event.clientX + element.scrollLeft, y: event.clientY + element.scrollTop };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      const element = ref.current;
      if (element === null || from.current === null) return;
      element.scrollLeft = from.current.x - event.clientX;
      element.scrollTop = from.current.y - event.clientY;
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
}
