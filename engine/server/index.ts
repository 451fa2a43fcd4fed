/** `munisipyo/server`: the public interface for applications that serve a portal. */
export { openPortal } from './bootstrap/open-portal.ts';
export type { HostedPortal, HostParts } from './bootstrap/open-portal.ts';
export { openDatabase } from './database/open-database.ts';
export type { Database } from './database/database.ts';
export { readSettings } from './kernel/settings.ts';
export type { Settings } from './kernel/settings.ts';
