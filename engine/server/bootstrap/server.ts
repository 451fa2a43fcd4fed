/** The HTTP server: the checks of every request in their order, and then the routes. */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { fastify, type FastifyInstance, type FastifyHttpOptions, LogController } from 'fastify';
import { registerOwnSessions } from '../sessions/own-sessions.ts';
import { registerDelegations } from '../own-account/register-delegations.ts';
import { registerOwnAccount } from '../own-account/register-own-account.ts';
import { registerPhoto } from '../own-account/register-photo.ts';
import { registerSignature } from '../own-account/register-signature.ts';
import { registerProfile } from '../own-account/register-profile.ts';
import { registerPasskeys } from '../own-account/register-passkeys.ts';
import { registerSecondStep } from '../own-account/register-second-step.ts';
import { registerSignIn } from '../sessions/register-sign-in.ts';
import type { Application } from '../kernel/application.ts';
import { registerCalendar } from '../calendar/register-calendar.ts';
import { registerDocumentKeys, registerDocuments } from '../documents/register-documents.ts';
import { registerBatch } from '../portal-api/register-batch.ts';
import { registerNavigation } from '../portal-api/register-navigation.ts';
import { registerStartPages } from '../route-pages/register-start-pages.ts';
import { registerTextPages } from '../route-pages/register-text-pages.ts';
import { registerPortalApi, registerTariffs } from '../portal-api/register-portal-api.ts';
import { registerFiles } from '../files/register-files.ts';
import { registerForms } from '../forms/register-forms.ts';
import { registerHealth } from '../http/register-health.ts';
import { createRecordDesk } from './record-desk.ts';
import { registerErrorHandler } from '../http/error-handler.ts';
import { registerEtags, registerSecurityHeaders } from '../http/headers.ts';
import { BODY_LIMIT, refuseNul, registerFields, registerJsonBody, registerLimits } from '../http/bodies.ts';
import { checkingInterval, registerConnections, registerNetworkLimit } from '../http/connections.ts';
import { proxyRule, registerForwarded } from '../http/network.ts';
import { loggerOf, registerProxyWarning, registerRequestLog } from '../http/logging.ts';
import { portalFor } from '../http/language.ts';
import { registerLanguages } from '../sessions/register-languages.ts';
import { registerFollow } from '../links/register-follow.ts';
import { registerLinks } from '../links/register-links.ts';
import { registerLookups } from '../lookups/register-lookups.ts';
import { registerNotifications } from '../notices/register-notifications.ts';
import { registerPage } from '../page/register-page.ts';
import { registerOpenApi } from '../portal-api/openapi/register-openapi.ts';
import { registerLive } from '../event-stream/register-live.ts';
import { countUnreadOf, registerThreads } from '../threads/register-threads.ts';
import { endOnlooking } from '../workbench/end-onlooking.ts';
import { registerOnlookers } from '../workbench/register-onlookers.ts';
import { registerReasons } from '../reasons/register-reasons.ts';
import { registerEditing } from '../workbench/register-editing.ts';
import { registerWorkbench } from '../workbench/register-workbench.ts';
import { registerViews } from '../views/register-views.ts';
import type { UnreadCount } from '../accounts/user-record.ts';
import { registerExports } from '../exports/register-exports.ts';
import { registerReports } from '../reports/register-reports.ts';
import { registerRecords } from '../records/register-records.ts';
import { csrfTokenFor, registerCsrf } from '../sessions/csrf.ts';
import { registerProviders } from '../providers/register-providers.ts';
import { registerUsers } from '../users/register-users.ts';
import { registerSessions } from '../sessions/register-sessions.ts';

// Assets were compressed by the build. Event streams are not: an event must not wait in a compressor.
const compressible = /^(text\/(?!event-stream)|application\/([a-z.+-]*json|javascript|xml)|image\/svg)/;

const DIST = join(import.meta.dirname, '../../../dist');

export interface ServerOptions {
  /** Folder of the built browser code; `dist` beside the engine if left out. */
  readonly distDirectory?: string;
  /** False in tests. */
  readonly isLogging?: boolean;
}

/** Returns a server that is ready for `listen` or `inject`. */
export async function createServer(
  application: Application,
  { distDirectory = DIST, isLogging = true }: ServerOptions = {},
): Promise<FastifyInstance> {
  const server: FastifyInstance = fastify(serverOptions(application, isLogging));
  registerFoundation(server, application);
  registerConnections(server, application);
  registerNetworkLimit(server, application);
  if (isLogging) registerRequestLog(server);
  registerProxyWarning(server, application);
  await registerPortal(server, application, distDirectory);
  return server;
}

/**
 * Mounts the portal in another Fastify server, whose connections, log and proxies stay its own. The page takes all
 * addresses without a route of the other server.
 * @param page false: only the API
 * @throws Error below a prefix: pages and assets have addresses from the root
 */
export async function portalPlugin(
  server: FastifyInstance,
  application: Application,
  page: boolean,
): Promise<void> {
  if (server.prefix !== '') throw new Error('Give the prefix to openPortal, not to register.');
  registerFoundation(server, application);
  await registerPortal(server, application, page ? DIST : null);
}

/** For answers of every kind: problems in the reader's language, and headers. */
function registerFoundation(server: FastifyInstance, application: Application): void {
  registerErrorHandler(server, application.portal, (request) => portalFor(application, request));
  // Answers are written by the contract, not by the serializer of a host. Fastify has no other way to reset it.
  server.setReplySerializer(null as never);
  registerForwarded(server);
  registerSecurityHeaders(server, application.settings);
}

async function registerPortal(
  server: FastifyInstance,
  application: Application,
  distDirectory: string | null,
): Promise<void> {
  registerLimits(server);
  registerJsonBody(server);
  registerFields(server);
  registerEtags(server, application.apiPrefix);
  // Requests are not inflated: clients send no compressed bodies, and a zip bomb would bypass the size limit.
  const compression = { globalDecompression: false, customTypes: compressible };
  if (!server.hasReplyDecorator('compress')) await server.register(compress, compression);
  if (!server.hasRequestDecorator('cookies')) await server.register(cookie);
  registerHealth(server, application);
  registerDocumentKeys(server, application);
  await server.register(async (api) => registerApi(api, application), { prefix: application.apiPrefix });
  if (distDirectory === null) return;
  await registerPage(server, application, {
    distDirectory,
    csrfToken: (request, reply) => csrfTokenFor(application, request, reply),
  });
}

/** In this order: a forged request is refused before the caller is read. */
function registerApi(server: FastifyInstance, application: Application): void {
  const desk = createRecordDesk(application);
  refuseNul(server);
  registerCsrf(server, application);
  registerSessions(server, application);
  const unread: UnreadCount = (visitor) => countUnreadOf(desk, visitor);
  registerSignIn(server, application, {
    unread,
    endOnlooking: (request, token) => endOnlooking(application, request, token),
  });
  registerProviders(server, application, unread);
  registerOwnSessions(server, application);
  registerLanguages(server, application);
  registerOwnAccount(server, application, unread);
  registerSecondStep(server, application, unread);
  registerPhoto(server, application);
  registerSignature(server, application);
  registerProfile(server, application);
  registerPasskeys(server, application, unread);
  registerDelegations(server, application, unread);
  registerPortalApi(server, application);
  registerBatch(server, application.apiPrefix);
  registerOpenApi(server, application);
  registerForms(server, application, desk.forms);
  registerLookups(server, desk);
  registerRecords(server, desk);
  registerUsers(server, desk);
  registerCalendar(server, desk);
  registerFiles(server, desk);
  registerDocuments(server, desk);
  registerTariffs(server, application);
  registerStartPages(server, application);
  registerTextPages(server, application);
  registerReasons(server, desk);
  registerNotifications(server, application);
  registerThreads(server, desk);
  registerViews(server, application);
  registerNavigation(server, desk);
  registerLinks(server, desk);
  registerFollow(server, desk);
  registerReports(server, application);
  registerExports(server, desk);
  registerWorkbench(server, application);
  registerOnlookers(server, application, unread);
  registerEditing(server, application);
  registerLive(server, desk);
}

function serverOptions(application: Application, isLogging: boolean): FastifyHttpOptions<Server> {
  const { settings, portal } = application;
  return {
    http: { connectionsCheckingInterval: checkingInterval(application) },
    logger: isLogging ? loggerOf(portal) : false,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: ({ url = '/' }) => mendPercents(url),
    bodyLimit: BODY_LIMIT,
    trustProxy: settings.trustProxy === false ? false : proxyRule(settings.trustProxy),
    genReqId: () => randomUUID(),
    // Only a trusted proxy may set a request's id.
    requestIdHeader: settings.trustProxy === false ? false : 'x-request-id',
    // A very long slug or code reaches its handler, which answers that it does not exist.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 100_000 },
    return503OnClosing: true,
    // Creating an index over many records has no time limit.
    pluginTimeout: 0,
  };
}

/** An address with invalid percent-encoding is an unknown address (404), not a bad request. */
function mendPercents(url: string): string {
  if (!url.includes('%')) return url;
  try {
    decodeURI(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}
