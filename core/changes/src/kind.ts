import type { ChannelKind } from '@loggia/kernel';
import { reduceChangeset, type ChangesetAction, type ChangesetState } from '@loggia/protocol';

/** Busy means that an operation runs: one that is busy when the host starts was cut off. */
export const changesetKind: ChannelKind<ChangesetState, ChangesetAction> = {
  name: 'changeset',
  reduce: reduceChangeset,
  describe: ({ operations = [] }) => ({
    busy: operations.some(({ status }) => status === 'running'),
    modifiedAt: '',
  }),
};
