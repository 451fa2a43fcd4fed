/** What people read where no title is written. */

/** `send-back` is read as "Send back". */
export function spoken(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
