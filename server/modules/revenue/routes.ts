import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { clientRevenueService } from './client-revenue';
import { employeeRevenueService } from './employee-revenue';
import { feeService } from './fees';
import { partnerService } from './partners';

type Own = Extract<keyof Handlers, `${'partners' | 'successFees' | 'clientRevenue' | 'revenue'}.${string}`>;

export function handlers(deps: Deps): Pick<Handlers, Own> {
  const partners = partnerService(deps);
  const fees = feeService(deps);
  const clients = clientRevenueService(deps);
  const people = employeeRevenueService(deps);
  const success = true as const;
  const said = async <T>(data: Promise<T>) => ({ success, data: await data });

  return {
    'partners.list': ({ actor, query }) => said(partners.list(actor, query)),
    'partners.get': ({ actor, params }) => said(partners.get(actor, params.partnerId)),
    'partners.validateName': ({ actor, query }) => said(partners.validateName(actor, query.name, query.partnerId)),
    'partners.create': ({ actor, body }) => said(partners.create(actor, body)),
    'partners.update': ({ actor, params, body }) => said(partners.update(actor, params.partnerId, body)),
    'partners.activate': ({ actor, params, body }) => said(partners.activate(actor, params.partnerId, body.active)),

    'successFees.list': ({ actor, query }) => said(fees.list(actor, query)),
    'successFees.get': ({ actor, params }) => said(fees.get(actor, params.feeId)),
    'successFees.create': ({ actor, body }) => said(fees.create(actor, body)),
    'successFees.update': ({ actor, params, body }) => said(fees.update(actor, params.feeId, body)),

    'clientRevenue.list': ({ actor, query }) => said(clients.list(actor, query)),
    'clientRevenue.export': ({ actor, query }) => said(clients.file(actor, query)),
    'clientRevenue.get': ({ actor, params }) => said(clients.get(actor, params)),
    'clientRevenue.decide': ({ actor, params, body }) => said(clients.decide(actor, params, body)),

    'revenue.list': ({ actor, query }) => said(people.list(actor, query)),
    'revenue.export': ({ actor, query }) => said(people.file(actor, query)),
    'revenue.get': ({ actor, params }) => said(people.get(actor, params)),
    'revenue.cost': ({ actor, params, body }) => said(people.setCost(actor, params, body.costPaise)),
    'revenue.correct': ({ actor, params, body }) => said(people.correct(actor, params, body)),
    'revenue.takeBack': ({ actor, params }) => said(people.takeBack(actor, params)),
  };
}
