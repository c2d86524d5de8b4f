import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { contactService } from './service';

type ContactHandlers = Pick<
  Handlers,
  | 'contact.loan'
  | 'contact.phoneRules'
  | 'contact.addPreference'
  | 'contact.endPreference'
  | 'contact.lift'
  | 'contact.why'
  | 'contact.packs'
  | 'contact.addPack'
  | 'contact.previewPack'
  | 'contact.blocks'
>;

export function handlers(deps: Deps): ContactHandlers {
  const contact = contactService(deps);
  return {
    'contact.loan': async ({ actor, params }) => ({ success: true, data: await contact.loan(actor, params.loanId) }),
    'contact.phoneRules': async ({ actor }) => ({ success: true, data: await contact.phoneRules(actor) }),
    'contact.addPreference': async ({ actor, params, body }) => ({
      success: true,
      data: await contact.addPreference(actor, params.loanId, body),
    }),
    'contact.endPreference': async ({ actor, params, body }) => ({
      success: true,
      data: await contact.endPreference(actor, params.loanId, params.id, body.reason),
    }),
    'contact.lift': async ({ actor, params, body }) => ({
      success: true,
      data: await contact.lift(actor, params.loanId, body.what, body.reason),
    }),
    'contact.why': async ({ actor, query }) => ({ success: true, data: await contact.why(actor, query.q) }),
    'contact.packs': async ({ actor }) => ({ success: true, data: await contact.packs(actor) }),
    'contact.addPack': async ({ actor, body }) => ({ success: true, data: await contact.addPack(actor, body) }),
    'contact.previewPack': async ({ actor, body }) => ({ success: true, data: await contact.preview(actor, body) }),
    'contact.blocks': async ({ actor, query }) => ({ success: true, data: await contact.blocks(actor, query) }),
  };
}
