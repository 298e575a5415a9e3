import type { ChannelIdentity } from '@loggia/kernel';
import { workspaceOf, type LibraryState, type WorkspaceState } from '@loggia/protocol';
import type { WorkspaceActions } from '@loggia/workspaces';
import type { ChannelRow } from './channel-table.ts';
import { foreign } from './session-channels.ts';

export interface WorkspaceChannels {
  readonly workspace: ChannelRow<WorkspaceState>;
  readonly library: ChannelRow<LibraryState>;
}

const itsContent = ({ uri }: ChannelIdentity) => ({ workspaces: [workspaceOf(uri) ?? uri] });
/** Only people can start servers and arrange the desk: a key to artifacts isn't enough. */
const itself = (channel: ChannelIdentity) => ({ ...itsContent(channel), channels: [channel.uri] });
const library = () => ({ library: true }) as const;

/** The channels of workspaces and their contents. Their content changes by commands. */
export function workspaceChannels(actions: Pick<WorkspaceActions, 'dispatch'>): WorkspaceChannels {
  return {
    workspace: {
      watch: { grant: 'read', subject: itsContent },
      act: { grant: 'write', subject: itself },
      dispatch: (workspace, action, origin) => actions.dispatch(workspace, action, origin),
    },
    library: {
      watch: { grant: 'read', subject: library },
      act: { grant: 'write', subject: library },
      dispatch: (_channel, action) => {
        throw foreign(action);
      },
    },
  };
}
