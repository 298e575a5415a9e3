import { globalEnvironment } from '@loggia/client';
import type { ShellHost } from '../host/shell-host.ts';
import type { Given } from './message-content.ts';
import { modelContextOf } from './model-context.ts';

/** Queued: it is said when the agent has finished, or at once where it has nothing to do. */
export async function sayFor(host: ShellHost, chat: string, view: string, given: Given): Promise<void> {
  const attachments = [...given.attachments, ...modelContextOf(chat).take()];
  await host.client.dispatch(chat, {
    type: 'chat/pendingMessageSet',
    kind: 'queued',
    id: globalEnvironment.newId(),
    message: {
      text: given.text,
      origin: { kind: 'user' },
      ...(attachments.length > 0 && { attachments }),
      _meta: { 'loggia.view': view },
    },
  }).settled;
}
