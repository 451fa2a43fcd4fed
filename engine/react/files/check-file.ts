/** Is this file one that the item takes? Asked before a byte is sent; the server looks into the content again. */
export interface FileRule {
  /** Extensions without the dot. */
  readonly accepts: readonly string[];
  readonly maxBytes: number;
}

/** Null when it fits, else what a fitting file looks like. */
export function checkFile(file: Pick<File, 'name' | 'size'>, { accepts, maxBytes }: FileRule): string | null {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!accepts.includes(extension)) {
    return `“${file.name}” is not of a kind that can be read here. Send ${sayKinds(accepts)}.`;
  }
  if (file.size === 0) return `“${file.name}” is empty. Choose the file again.`;
  if (file.size > maxBytes) {
    return `“${file.name}” has ${sayBytes(file.size)}; at most ${sayBytes(maxBytes)} can be sent. Save it smaller, or photograph it again.`;
  }
  return null;
}

/** PDF, JPG or PNG */
export function sayKinds(accepts: readonly string[]): string {
  const names = accepts.filter((name) => name !== 'jpeg').map((name) => name.toUpperCase());
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

export function sayBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1).replace('.0', '')} MB`;
}
