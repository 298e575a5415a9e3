import { delegatedTaskOf, viewSpeakerOf, type Message } from '@loggia/protocol';
import { asLabel } from '../../ui/foreign-words.ts';

const speakers: Readonly<Record<string, string>> = {
  user: 'You',
  agent: 'An agent',
  tool: 'A tool',
  automation: 'An automation',
  systemNotification: 'The host',
};

/** The author of a message. A View's words are never the user's, whatever else the message says. */
export function speakerOf(message: Message): string {
  const view = viewSpeakerOf(message);
  if (view) return viewName(view);
  const { kind } = message.origin;
  const giver = kind === 'agent' ? delegatedTaskOf(message) : undefined;
  if (giver) return `Agent ${asLabel(giver.name)}`;
  return (Object.hasOwn(speakers, kind) ? speakers[kind] : undefined) ?? 'Someone';
}

export function isOwn(message: Message): boolean {
  return message.origin.kind === 'user' && viewSpeakerOf(message) === undefined;
}

/** "View Budget of Finance". */
export function viewName({ title, server }: { readonly title?: string; readonly server?: string }): string {
  const name = title === undefined ? 'A View' : `View “${asLabel(title)}”`;
  return server === undefined ? name : `${name} of ${asLabel(server)}`;
}

/** As a client may send it again: the host makes it the View's by its mark. */
export function sendable(message: Message): Message {
  return message.origin.kind === 'user' ? message : { ...message, origin: { kind: 'user' } };
}
