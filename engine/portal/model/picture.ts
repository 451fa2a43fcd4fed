/** A picture of the configuration, such as a seal. */

export const pictureTypes = { svg: 'image/svg+xml', png: 'image/png' } as const;

export interface Picture {
  readonly type: (typeof pictureTypes)[keyof typeof pictureTypes];
  /** base64 */
  readonly content: string;
}
