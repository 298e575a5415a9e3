import type { ChannelIdentity } from '@loggia/kernel';
import {
  sessionOfAnnotations,
  type AnnotationsState,
  type ChatState,
  type SessionState,
  type StateAction,
} from '@loggia/protocol';
import { ActionRefused, type Sessions } from '@loggia/sessions';
import type { Access, ChannelRow } from './channel-table.ts';

const itself = ({ uri }: ChannelIdentity) => ({ channels: [uri] });
/** A session's permissions apply to its chats and comments. */
const itsSession = ({ uri, parent }: ChannelIdentity) => ({ channels: [parent ?? uri] });

const read = (subject: Access['subject']): Access => ({ grant: 'read', subject });
const write = (subject: Access['subject']): Access => ({ grant: 'write', subject });

export interface SessionChannels {
  readonly root: ChannelRow;
  readonly session: ChannelRow<SessionState>;
  readonly chat: ChannelRow<ChatState>;
  readonly annotations: ChannelRow<AnnotationsState>;
  readonly resourceWatch: ChannelRow;
}

/** The channels of the protocol itself. */
export function sessionChannels(
  sessions: Pick<Sessions, 'dispatchToSession' | 'dispatchToChat' | 'annotations'>,
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
      // An approval stands in for a person's, also for a command that an agent wants to run.
      grantFor: (action) =>
        action.type === 'chat/toolCallConfirmed' && action.approved ? 'admin' : undefined,
      dispatch: (chat, action, origin) => sessions.dispatchToChat(chat, action, origin),
    },
    annotations: {
      watch: read(itsSession),
      act: write(itsSession),
      implied: {
        identify: (uri) => {
          const parent = sessionOfAnnotations(uri);
          return parent === undefined ? undefined : { uri, kind: 'annotations', parent };
        },
        begin: (uri) => sessions.annotations.begin(uri),
      },
      dispatch: (annotations, action, origin) => sessions.annotations.dispatch(annotations, action, origin),
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
