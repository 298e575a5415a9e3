import type { Changes } from '@loggia/changes';
import type { ChannelIdentity } from '@loggia/kernel';
import type { ChangesetState } from '@loggia/protocol';
import type { ChannelRow } from './channel-table.ts';

export interface ChangesetChannels {
  readonly changeset: ChannelRow<ChangesetState>;
}

const itsSession = ({ uri, parent }: ChannelIdentity) => ({ channels: [parent ?? uri] });

/** Watching and marking files takes what it takes to read and to use the session. */
export function changesetChannels(changes: Pick<Changes, 'dispatch'>): ChangesetChannels {
  return {
    changeset: {
      watch: { grant: 'read', subject: itsSession },
      act: { grant: 'write', subject: itsSession },
      dispatch: (changeset, action, origin) => changes.dispatch(changeset, action, origin),
    },
  };
}
