/** The server, as a table of contents. Roots in `start/` build it and make it listen. */
import { constants as zlib } from 'node:zlib';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance } from 'fastify';
import { trustOf } from './http/address';
import { installBrowserSafety } from './http/browser-safety';
import { installDocs } from './http/docs-page';
import { installErrorHandling, refuseConnection, sendError, toApiError } from './http/errors';
import type { Handlers } from './http/implement';
import { mountEndpoints } from './http/mount';
import { installRequestLog } from './http/request-log';
import { limitSlowRequests } from './http/slow-requests';
import { installStaticApp, readIndex } from './http/static-app';
import { unusedConnections } from './http/unused-connections';
import * as alerts from './modules/alerts';
import * as allocation from './modules/allocation';
import * as attachments from './modules/attachments';
import * as auth from './modules/auth';
import * as backups from './modules/backups';
import * as cash from './modules/cash';
import * as contact from './modules/contact';
import * as devices from './modules/devices';
import * as dialer from './modules/dialer';
import * as dispositions from './modules/dispositions';
import * as documents from './modules/documents';
import * as figures from './modules/figures';
import * as insights from './modules/insights';
import * as leaderboard from './modules/leaderboard';
import * as loanImports from './modules/loan-imports';
import * as loanRequests from './modules/loan-requests';
import * as loans from './modules/loans';
import * as messages from './modules/messages';
import * as organisation from './modules/organisation';
import * as paymentLinks from './modules/payment-links';
import * as payouts from './modules/payouts';
import * as people from './modules/people';
import * as portfolios from './modules/portfolios';
import * as predictive from './modules/predictive';
import * as predictor from './modules/predictor';
import * as reconciliation from './modules/reconciliation';
import * as recovery from './modules/recovery';
import * as reports from './modules/reports';
import * as revenue from './modules/revenue';
import * as settlements from './modules/settlements';
import * as suppressionList from './modules/suppression-list';
import * as sync from './modules/sync';
import * as system from './modules/system';
import * as targets from './modules/targets';
import * as workOrder from './modules/work-order';
import { createBackground } from './platform/background';
import { originOf } from './platform/config';
import type { Deps } from './platform/deps';

export interface AppOptions extends Deps {
  /** Facts of the demo data, when the database holds it. */
  demo?: system.DemoFacts | null;
  /** Folder of the built app; without it only the API is served. */
  clientFolder?: string | undefined;
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { demo = null, clientFolder, ...deps } = options;
  const { config, logger } = deps;

  const app = fastify({
    logger: false,
    trustProxy: trustOf(config.trustedProxies),
    bodyLimit: config.bodyLimit,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    genReqId: () => crypto.randomUUID(),
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => sendError(reply, toApiError(error), request.id),
  });

  limitSlowRequests(app.server);
  const unused = unusedConnections(app.server);
  installErrorHandling(app, logger);
  installRequestLog(app, logger);
  await installBrowserSafety(app, {
    indexHtml: readIndex(clientFolder),
    behindTls: config.publicUrl?.startsWith('https://') ?? false,
    dialerSocket: config.dialerSocket,
  });
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // The default quality of 11 is for files that are compressed once; an answer is compressed each time.
    zlibOptions: { level: 9 },
    brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } },
  });

  const authority = auth.createAuthority(deps);
  const background = createBackground(logger);
  const alertHub = alerts.createAlertHub(deps);
  const monitorHub = dialer.monitorHub(deps);
  // Before connections are waited for: a stream does not end by itself.
  app.addHook('preClose', async () => {
    await Promise.all([alertHub.close(), monitorHub.close()]);
    for (const socket of unused) socket.destroy();
  });
  app.addHook('onClose', async () => {
    await background.settle();
    deps.mail.close();
  });
  const raise = settlements.raiseFromRecords(originOf(config));
  const handlers: Handlers = {
    ...system.handlers(deps, demo),
    ...auth.handlers(deps, authority, background),
    ...loans.handlers(deps),
    ...allocation.handlers(deps),
    ...workOrder.handlers(deps),
    ...loanImports.handlers(deps),
    ...suppressionList.handlers(deps),
    ...sync.handlers(deps),
    ...dispositions.handlers(deps, raise),
    ...attachments.handlers(deps),
    ...documents.handlers(deps),
    ...contact.handlers(deps),
    ...devices.handlers(deps, raise),
    ...dialer.handlers(deps, monitorHub, background),
    ...organisation.handlers(deps, background),
    ...portfolios.handlers(deps),
    ...predictive.handlers(deps),
    ...reports.handlers(deps),
    ...payouts.handlers(deps),
    ...revenue.handlers(deps),
    ...targets.handlers(deps),
    ...figures.handlers(deps),
    ...leaderboard.handlers(deps),
    ...recovery.handlers(deps),
    ...predictor.handlers(deps),
    ...insights.handlers(deps),
    ...people.handlers(deps, authority, background),
    ...messages.handlers(deps),
    ...paymentLinks.handlers(deps),
    ...reconciliation.handlers(deps),
    ...loanRequests.handlers(deps),
    ...settlements.handlers(deps),
    ...cash.handlers(deps),
    ...backups.handlers(deps),
    ...alerts.handlers(deps, alertHub),
  };
  const connections = deps.db.kind === 'pglite' ? 1 : config.databasePool;
  await app.register((scope) =>
    mountEndpoints(scope, handlers, { authority, logger, bodyLimit: config.bodyLimit, connections }),
  );

  installDocs(app, config.publicUrl);
  await installStaticApp(app, clientFolder);
  return app;
}
