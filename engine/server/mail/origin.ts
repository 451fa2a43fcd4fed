/** The public address of the portal, for links in mails. */
import type { Settings } from '../kernel/settings.ts';

/** Without a trailing slash. Without a configured address it is this machine. */
export function originOf({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== null) return publicUrl;
  const isLocal = host === '0.0.0.0' || host === '::' || host === '127.0.0.1';
  return `http://${isLocal ? 'localhost' : host}:${port}`;
}
