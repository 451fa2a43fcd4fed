/** `munisipyo/server`: the public interface for applications that serve a portal. */
export { openPortal } from './open-portal.ts';
export type { HostedPortal, HostParts } from './open-portal.ts';
export { openDatabase } from './database/open-database.ts';
export type { Database } from './database/database.ts';
export { readSettings } from './settings.ts';
export type { Settings } from './settings.ts';
