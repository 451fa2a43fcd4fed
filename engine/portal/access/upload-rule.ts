/** Decides by name and size whether a place accepts a file. */

/** The requirements for an accepted file. */
export interface UploadRule {
  readonly accepts: readonly string[];
  readonly maxBytes: number;
  /** Maximum number of pixels of a picture. */
  readonly maxPixels: number;
}

const sameKind: Readonly<Record<string, string>> = { jpeg: 'jpg', jfif: 'jpg', tif: 'tiff', htm: 'html' };

/** The extension of a file's name, the same for all spellings of a type. */
export function kindOfName(name: string): string {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return sameKind[extension] ?? extension;
}

/** True if the extensions include this type. */
export function acceptsKind(accepts: readonly string[], kind: string): boolean {
  return kind !== '' && accepts.some((one) => kindOfName(`.${one}`) === kind);
}

/** True if a file that was accepted elsewhere would be accepted here. */
export function fits(
  file: { readonly name: string; readonly bytes: number },
  rule: Pick<UploadRule, 'accepts' | 'maxBytes'>,
): boolean {
  return file.bytes <= rule.maxBytes && acceptsKind(rule.accepts, kindOfName(file.name));
}
