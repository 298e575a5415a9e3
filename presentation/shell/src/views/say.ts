import { globalEnvironment } from '@loggia/client';
import { viewMark, type ViewSpeaker } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import type { Given } from './message-content.ts';

/** Queues the message: it is sent when the agent has finished, or at once if it is idle. */
export async function sayFor(
  host: Pick<ShellHost, 'client'>,
  chat: string,
  view: ViewSpeaker,
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
      // The protocol allows clients no other kind; the mark identifies the View.
      origin: { kind: 'user' },
      ...(attachments.length > 0 && { attachments }),
      _meta,
    },
  }).settled;
}
