/** The default titles. */

/** `send-back` and `send_back` become "Send back". */
export function titleFromKey(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
