import { ApiError, EventsReply, type Handlers } from '../../http/implement';
import type { Background } from '../../platform/background';
import type { Deps } from '../../platform/deps';
import { passwordCheck } from '../auth';
import { agentService } from './agents';
import { handoverService } from './handover';
import { monitorService } from './monitor';
import type { MonitorHub } from './monitor-hub';
import { dialerService } from './service';

type DialerHandlers = Pick<
  Handlers,
  | 'dialer.break'
  | 'dialer.readyCall'
  | 'dialer.agentStatus'
  | 'dialer.ownProcesses'
  | 'dialer.chooseProcess'
  | 'dialer.ownDay'
  | 'dialer.login'
  | 'dialer.handOver'
  | 'predictive.loanByMobile'
  | 'predictive.deactivateOldData'
  | 'monitor.agents'
  | 'monitor.stream'
  | 'monitor.status'
  | 'monitor.supervise'
  | 'bi.redirect'
  | 'bi.redeem'
  | 'dialerService.events'
  | 'dialerService.work'
  | 'dialerService.redeem'
>;

/** Streams end by themselves, one after the other. */
const FULL_RETRY_S = 30;

export function handlers(deps: Deps, hub: MonitorHub, background: Background): DialerHandlers {
  const agents = agentService(deps, hub.changed);
  const monitor = monitorService(deps);
  const service = dialerService(deps, hub.changed);
  const handover = handoverService(deps);
  const checkPassword = passwordCheck(deps, background);
  return {
    'dialer.break': async ({ actor, body }) => {
      await agents.takeBreak(actor, body);
      return { success: true };
    },
    'dialer.readyCall': async ({ actor, body }) => {
      await agents.ready(actor, body.username);
      return { success: true };
    },
    'dialer.agentStatus': async ({ actor, query }) => ({
      success: true,
      data: await agents.status(actor, query.username),
    }),
    'dialer.ownProcesses': async ({ actor }) => ({
      success: true,
      data: { processes: await agents.processes(actor) },
    }),
    'dialer.chooseProcess': async ({ actor, body }) => {
      await agents.chooseProcess(actor, body.processId);
      return { success: true };
    },
    'dialer.ownDay': async ({ actor }) => ({ success: true, data: await monitor.own(actor) }),
    'dialer.login': async ({ body, ip, userAgent }) =>
      handover.issueForDialer(
        await checkPassword({ login: body.username, password: body.password, ip, userAgent, roles: ['DIALER'] }),
      ),
    'dialer.handOver': async ({ actor }) => ({ success: true, data: { url: await handover.dialerAddress(actor) } }),
    'predictive.loanByMobile': async ({ actor, query }) => {
      const { loan, process } = await agents.loanBehind(actor, query);
      return { success: true, data: { loan, flag: loan ? 0 : 1, ...(process !== undefined && { process }) } };
    },
    'predictive.deactivateOldData': async ({ actor, query }) => ({
      success: true,
      data: { deactivated: await agents.deactivateOld(actor, query.username) },
    }),
    'monitor.agents': async ({ actor, headers }) => ({
      success: true,
      data: await monitor.agents(actor, headers.portfolioid),
    }),
    'monitor.stream': async ({ actor, query }) => {
      if (hub.isFull()) throw new ApiError('busy', { retryAfterSeconds: FULL_RETRY_S });
      const floor = await monitor.agents(actor, query.portfolioId);
      return new EventsReply((response) => hub.open(actor, query.portfolioId, floor, response));
    },
    'monitor.status': async ({ actor, headers }) => ({
      success: true,
      data: await monitor.one(actor, headers.username),
    }),
    'monitor.supervise': async ({ actor, body }) => ({
      success: true,
      data: { callId: await monitor.supervise(actor, body) },
    }),
    'bi.redirect': async ({ actor }) => ({ success: true, data: { url: await handover.biAddress(actor) } }),
    'bi.redeem': async ({ body }) => ({ success: true, data: await handover.redeemAtBi(body.token) }),
    'dialerService.events': async ({ headers, body }) => ({
      success: true,
      data: await service.events(headers['x-dialer-token'], body.events),
    }),
    'dialerService.work': async ({ headers, body }) => ({
      success: true,
      data: await service.work(headers['x-dialer-token'], body.username, body.lines),
    }),
    'dialerService.redeem': async ({ headers, body }) => ({
      success: true,
      data: await handover.redeemAtDialer(headers['x-dialer-token'], body.code),
    }),
  };
}
