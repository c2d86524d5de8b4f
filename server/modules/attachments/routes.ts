import type { Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { attachmentService } from './service';

type AttachmentHandlers = Pick<Handlers, 'attachments.state' | 'attachments.upload' | 'attachments.download'>;

export function handlers(deps: Deps): AttachmentHandlers {
  const files = attachmentService(deps);
  return {
    'attachments.state': async ({ actor, params }) => ({
      success: true,
      data: await files.state(actor, params.sha256),
    }),
    'attachments.upload': async ({ actor, params, query, headers, bytes }) => ({
      success: true,
      data: await files.upload(actor, { ...params, ...query, sealedKey: headers['x-sealed-key'], bytes }),
    }),
    'attachments.download': ({ actor, params }) => files.download(actor, params.sha256),
  };
}
