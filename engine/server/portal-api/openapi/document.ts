/** The OpenAPI 3.1 description of the API, computed from the current portal, for each type and lookup. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { componentsOf } from './components.ts';
import { documentPaths } from './document-paths.ts';
import { filePaths } from './file-paths.ts';
import { lookupPaths } from './lookup-paths.ts';
import { notificationPaths } from './notification-paths.ts';
import type { Paths } from './operation.ts';
import { portalPaths } from './portal-paths.ts';
import { reportPaths } from './report-paths.ts';
import { tariffPaths } from './tariff-paths.ts';
import { recordPaths } from './record-paths.ts';
import { sessionPaths } from './session-paths.ts';

/**
 * @param origin public address of the portal, or null for relative addresses
 * @param prefix of all paths, such as `/api/v1`
 */
export function describeApi(portal: Portal, origin: string | null, prefix: string): JsonSchema {
  const paths: Paths = {
    ...sessionPaths,
    ...notificationPaths,
    ...lookupPaths(portal),
    ...portalPaths(portal),
    ...recordPaths(portal),
    ...filePaths,
    ...documentPaths,
    ...reportPaths(portal),
    ...tariffPaths(portal),
  };
  return {
    openapi: '3.1.0',
    info: { title: portal.title, version: 'v1' },
    servers: [{ url: origin ?? '/' }],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [`${prefix}${path}`, operations]),
    ),
    components: componentsOf(portal),
  };
}
