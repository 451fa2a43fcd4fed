/** What the page asks of the worker for photos. */
import type { Corners, Size, Turns } from './corners.ts';

/** How large a page may become, from the portal's settings. */
export interface PageLimits {
  /** The longest side in pixels. */
  readonly side: number;
  /** Of the JPEG, from 1 to 100. */
  readonly quality: number;
}

export interface PageEdit {
  readonly corners: Corners;
  readonly turns: Turns;
}

/** A photo to be edited. */
export interface LookedAt extends Size {
  /** Small enough for a screen. */
  readonly preview: ImageBitmap;
  /** Of the page in the photo; null: none stands out. */
  readonly corners: Corners | null;
}

export interface MadePage {
  readonly picture: Blob;
  readonly thumbnail: ImageBitmap;
}

export interface PhotoTasks {
  look(photo: Blob): Promise<LookedAt>;
  /** Straightens, turns and shrinks a page into a JPEG. */
  make(photo: Blob, edit: PageEdit, limits: PageLimits): Promise<MadePage>;
  /** Binds JPEGs into a PDF, a page each. */
  bind(pictures: readonly Blob[]): Promise<Blob>;
}

export interface PhotoRequest {
  readonly id: number;
  readonly task: keyof PhotoTasks;
  readonly input: readonly unknown[];
}

export type PhotoAnswer =
  { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string };
