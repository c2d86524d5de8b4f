import { BareReply, type Handlers } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { attachmentService } from './service';
import { uploadService } from './uploads';

type AttachmentHandlers = Pick<
  Handlers,
  | 'attachments.state'
  | 'attachments.createUpload'
  | 'attachments.uploadOffset'
  | 'attachments.appendToUpload'
  | 'attachments.download'
>;

export function handlers(deps: Deps): AttachmentHandlers {
  const files = attachmentService(deps);
  const uploads = uploadService(deps, files.mayBring);
  return {
    'attachments.state': async ({ actor, params }) => {
      await files.mayBring(actor, params.sha256);
      return { success: true, data: await files.state(actor, params.sha256) };
    },
    'attachments.createUpload': async ({ actor, headers }) => new BareReply(await uploads.create(actor, headers)),
    'attachments.uploadOffset': async ({ actor, params }) => new BareReply(await uploads.offset(actor, params.upload)),
    'attachments.appendToUpload': async ({ actor, params, headers, stream }) =>
      new BareReply(await uploads.append(actor, params.upload, headers, stream)),
    'attachments.download': ({ actor, params }) => files.download(actor, params.sha256),
  };
}
