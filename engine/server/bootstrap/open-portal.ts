/** Opens a portal for another application, which mounts it in its own Fastify server. */
import type { FastifyInstance } from 'fastify';
import type { Additions } from '../../extension/extension.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { claimKey } from '../audit/anchors.ts';
import { anchorNow, type Note } from '../audit/audit-job.ts';
import { openAuditKey } from '../history/audit-key.ts';
import { createApplication, type LiveApplication } from '../kernel/create-application.ts';
import type { Database } from '../database/database.ts';
import { openJobs } from './open-jobs.ts';
import { portalPlugin } from './server.ts';
import { readServedSettings } from '../kernel/settings.ts';

export interface HostParts {
  readonly portal: Portal;
  /** The caller owns it and ends it after the server. */
  readonly database: Database;
  /** The variables of docs/operate; none if left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Base path of the API, such as `/permits/api`; `/api/v1` if left out. */
  readonly apiPrefix?: string;
  /** The extensions that the portal was compiled with; none if left out. */
  readonly additions?: Additions;
}

export interface HostedPortal {
  readonly application: LiveApplication;
  /** Mounts the portal and runs its queue until the server closes. @param page false: only the API */
  mount(server: FastifyInstance, page?: boolean): Promise<void>;
}

/**
 * Prepares a portal that another application serves.
 * @throws SettingsError, StartError if the audit key is not the database's key, and TypeError for a prefix that is no path
 */
export async function openPortal({ environment = {}, ...parts }: HostParts): Promise<HostedPortal> {
  const { apiPrefix = '/api/v1' } = parts;
  if (!/^(?:\/[\w~-][\w.~-]*)+$/.test(apiPrefix)) {
    throw new TypeError(`apiPrefix must be a path such as /permits/api, not "${apiPrefix}".`);
  }
  const settings = readServedSettings(environment);
  const auditKey = await openAuditKey(settings, parts.database);
  await claimKey(parts.database, auditKey);
  const application = await createApplication({ ...parts, settings, auditKey });
  return {
    application,
    async mount(server, page = true) {
      await server.register(async (scope) => {
        await portalPlugin(scope, application, page);
        const note: Note = (level, fields, message) => scope.log[level](fields, message);
        const log = (error: unknown): void => scope.log.error({ err: error }, 'work of the queue');
        let endJobs: ReturnType<typeof openJobs> | null = null;
        scope.addHook('onReady', async () => {
          endJobs = openJobs(application, log, note);
        });
        scope.addHook('onClose', async () => {
          await endJobs?.();
          await anchorNow(application, note);
        });
      });
    },
  };
}
