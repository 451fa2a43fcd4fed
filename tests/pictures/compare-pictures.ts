/** Compares two pictures by their pixels, with a tolerance for how a machine smooths letters. */
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** The share of pixels that may differ. */
const tolerance = 0.001;
/** How far the colour of a pixel may be from the stored one, of 1. */
const colourTolerance = 0.15;

export interface Comparison {
  /** Null: they look the same. */
  readonly fault: string | null;
  /** A PNG with the pixels that differ in red; null without a fault, or with pictures of different sizes. */
  readonly difference: Buffer | null;
}

export async function comparePictures(before: Buffer, after: Buffer): Promise<Comparison> {
  const [one, other] = await Promise.all([pixelsOf(before), pixelsOf(after)]);
  const { width, height } = one.info;
  if (width !== other.info.width || height !== other.info.height) {
    const sizes = [one, other].map(({ info }) => `${info.width} × ${info.height}`);
    return { fault: `the size was ${sizes.join(', now it is ')}`, difference: null };
  }
  const drawn = new Uint8Array(one.data.length);
  const count = pixelmatch(one.data, other.data, drawn, width, height, { threshold: colourTolerance });
  if (count <= width * height * tolerance) return { fault: null, difference: null };
  const difference = await sharp(drawn, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { fault: `${count} pixels differ`, difference };
}

function pixelsOf(picture: Buffer) {
  return sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}
