/** What people read where no title is written. */

/** `send-back` and `send_back` are read as "Send back". */
export function spoken(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
