import type { Handlers } from '../../http/implement';
import type { Background } from '../../platform/background';
import type { Deps } from '../../platform/deps';
import { agencyService } from './agencies';
import { clientService } from './clients';
import { lookupService } from './lookups';
import { supportService } from './support';
import { tenantService } from './tenants';

type Own = Extract<keyof Handlers, `${'tenants' | 'clients' | 'agencies' | 'lookups' | 'support'}.${string}`>;

export function handlers(deps: Deps, background: Background): Pick<Handlers, Own> {
  const tenants = tenantService(deps, background);
  const clients = clientService(deps);
  const agencies = agencyService(deps);
  const lookups = lookupService(deps);
  const support = supportService(deps);
  const success = true as const;

  return {
    'support.get': async ({ actor }) => ({ success, data: await support.get(actor) }),
    'support.save': async ({ actor, body }) => ({ success, data: await support.save(actor, body) }),
    'tenants.brief': async ({ actor }) => ({ success, data: await tenants.brief(actor) }),
    'tenants.list': async ({ actor, query }) => ({ success, data: await tenants.list(actor, query) }),
    'tenants.validateName': async ({ actor, query }) => ({
      success,
      data: await tenants.validateName(actor, query.name, query.tenantId),
    }),
    'tenants.get': async ({ actor, params }) => ({ success, data: await tenants.get(actor, params.tenantId) }),
    'tenants.reports': async ({ actor, params }) => ({ success, data: await tenants.reports(actor, params.tenantId) }),
    'tenants.create': async ({ actor, body }) => ({ success, data: await tenants.create(actor, body) }),
    'tenants.update': async ({ actor, params, body }) => ({
      success,
      data: await tenants.update(actor, params.tenantId, body),
    }),
    'tenants.activate': async ({ actor, params, body }) => ({
      success,
      data: await tenants.activate(actor, params.tenantId, body),
    }),
    'tenants.addAdministrator': async ({ actor, params, body }) => ({
      success,
      data: await tenants.addAdministrator(actor, params.tenantId, body),
    }),

    'clients.list': async ({ actor, query }) => ({ success, data: await clients.list(actor, query) }),
    'clients.get': async ({ actor, params }) => ({ success, data: await clients.get(actor, params.clientId) }),
    'clients.validateName': async ({ actor, query }) => ({
      success,
      data: await clients.validateName(actor, query.name, query.clientId),
    }),
    'clients.create': async ({ actor, body }) => ({ success, data: await clients.create(actor, body) }),
    'clients.update': async ({ actor, params, body }) => ({
      success,
      data: await clients.update(actor, params.clientId, body),
    }),
    'clients.activate': async ({ actor, params, body }) => ({
      success,
      data: await clients.activate(actor, params.clientId, body.active),
    }),
    'clients.portfolios': async ({ actor, body }) => ({
      success,
      data: await clients.portfolios(actor, body.clientIds, body.active),
    }),

    'agencies.list': async ({ actor, query }) => ({ success, data: await agencies.list(actor, query) }),
    'agencies.get': async ({ actor, params }) => ({ success, data: await agencies.get(actor, params.agencyId) }),
    'agencies.validate': async ({ actor, query }) => ({
      success,
      data: await agencies.validate(actor, query.field, query.name, query.agencyId),
    }),
    'agencies.create': async ({ actor, body }) => ({ success, data: await agencies.create(actor, body) }),
    'agencies.update': async ({ actor, params, body }) => ({
      success,
      data: await agencies.update(actor, params.agencyId, body),
    }),
    'agencies.status': async ({ actor, params, body }) => ({
      success,
      data: await agencies.status(actor, params.agencyId, body),
    }),

    'lookups.all': async ({ actor }) => ({ success, data: await lookups.all(actor) }),
    'lookups.createProduct': async ({ actor, body }) => ({ success, data: await lookups.createProduct(actor, body) }),
    'lookups.updateProduct': async ({ actor, params, body }) => ({
      success,
      data: await lookups.updateProduct(actor, params.productId, body),
    }),
    'lookups.deleteProduct': async ({ actor, params }) => {
      await lookups.deleteProduct(actor, params.productId);
      return { success };
    },
    'lookups.createBucket': async ({ actor, body }) => ({ success, data: await lookups.createBucket(actor, body) }),
    'lookups.updateBucket': async ({ actor, params, body }) => ({
      success,
      data: await lookups.updateBucket(actor, params.bucketId, body),
    }),
    'lookups.deleteBucket': async ({ actor, params }) => {
      await lookups.deleteBucket(actor, params.bucketId);
      return { success };
    },
  };
}
