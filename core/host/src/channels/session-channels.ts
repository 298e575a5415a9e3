import type { ChannelIdentity } from '@loggia/kernel';
import type { ChatState, SessionState, StateAction } from '@loggia/protocol';
import { ActionRefused, type Sessions } from '@loggia/sessions';
import type { Access, ChannelRow } from './channel-table.ts';

const itself = ({ uri }: ChannelIdentity) => ({ channels: [uri] });
/** Whoever may use a session may use its chats. */
const itsSession = ({ uri, parent }: ChannelIdentity) => ({ channels: [parent ?? uri] });

const read = (subject: Access['subject']): Access => ({ grant: 'read', subject });
const write = (subject: Access['subject']): Access => ({ grant: 'write', subject });

export interface SessionChannels {
  readonly root: ChannelRow;
  readonly session: ChannelRow<SessionState>;
  readonly chat: ChannelRow<ChatState>;
  readonly resourceWatch: ChannelRow;
}

/** The channels of the protocol itself. */
export function sessionChannels(
  sessions: Pick<Sessions, 'dispatchToSession' | 'dispatchToChat'>,
): SessionChannels {
  return {
    root: {
      watch: read(itself),
      act: { grant: 'admin', subject: itself },
      dispatch: (_channel, { type }) => {
        if (type.startsWith('root/')) throw new ActionRefused('This host has no settings to change.');
        throw foreign({ type });
      },
    },
    session: {
      watch: read(itself),
      act: write(itself),
      dispatch: (session, action, origin) => sessions.dispatchToSession(session, action, origin),
    },
    chat: {
      watch: read(itsSession),
      act: write(itsSession),
      dispatch: (chat, action, origin) => sessions.dispatchToChat(chat, action, origin),
    },
    resourceWatch: {
      watch: read(itself),
      act: write(itself),
      dispatch: (_channel, action) => {
        throw foreign(action);
      },
    },
  };
}

export function foreign({ type }: Pick<StateAction, 'type'>): ActionRefused {
  return new ActionRefused(`The action ${type} does not belong to a channel of this kind.`);
}
