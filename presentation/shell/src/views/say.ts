import { globalEnvironment } from '@loggia/client';
import { viewMark, type ViewSpeaker } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import type { Given } from './message-content.ts';
import { modelContextOf } from './model-context.ts';

/** Queued: it is said when the agent has finished, or at once where it has nothing to do. */
export async function sayFor(
  host: Pick<ShellHost, 'client'>,
  chat: string,
  view: ViewSpeaker & { readonly id: string },
  given: Given,
): Promise<void> {
  const _meta = viewMark(view);
  const attachments = given.attachments.map((attachment) => ({ ...attachment, _meta }));
  await host.client.dispatch(chat, {
    type: 'chat/pendingMessageSet',
    kind: 'queued',
    id: globalEnvironment.newId(),
    message: {
      text: given.text,
      // The protocol lets clients say nothing else; the mark is what counts.
      origin: { kind: 'user' },
      ...(attachments.length > 0 && { attachments }),
      _meta,
    },
  }).settled;
  // It went along with the message.
  modelContextOf(chat).remove(view.id);
}
