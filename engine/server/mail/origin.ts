/** Where people reach the portal, for addresses in mails. */
import type { Settings } from '../settings.ts';

/** Without a trailing slash. A portal that nobody has given an address is reached on this machine. */
export function originOf({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== null) return publicUrl;
  const isLocal = host === '0.0.0.0' || host === '::' || host === '127.0.0.1';
  return `http://${isLocal ? 'localhost' : host}:${port}`;
}
