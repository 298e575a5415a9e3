import type {
  AgentInfo,
  ResourceWatchAction,
  ResourceWatchState,
  RootAction,
  RootState,
} from '@loggia/protocol';
import * as fc from 'fast-check';
import { actionArbitraries, type ActionArbitraries } from './action-arbitraries.ts';
import { terminalInfos } from './terminal.ts';
import { config, configValues, flag, meta, object, text } from './values.ts';

const agent: fc.Arbitrary<AgentInfo> = object({
  provider: text,
  displayName: text,
  description: text,
  models: fc.constant([]),
});
const agents = fc.array(agent, { maxLength: 2 });
const activeSessions = fc.nat(9);

export const rootStates: fc.Arbitrary<RootState> = object(
  { agents },
  { activeSessions, terminals: terminalInfos, config, _meta: meta },
);

export const rootActions: ActionArbitraries<RootAction> = actionArbitraries({
  'root/agentsChanged': object({ agents }),
  'root/activeSessionsChanged': object({ activeSessions }),
  'root/terminalsChanged': object({ terminals: terminalInfos }),
  'root/configChanged': object({ config: configValues }, { replace: flag }),
});

export const resourceWatchStates: fc.Arbitrary<ResourceWatchState> = object(
  { root: fc.constant('file:///project'), recursive: flag },
  { excludes: fc.constant({ items: ['**/dist/**'] }) },
);

const change = object({
  uri: fc.constant('file:///project/a'),
  type: fc.constantFrom('added', 'updated', 'deleted'),
});
export const resourceWatchActions: ActionArbitraries<ResourceWatchAction> = actionArbitraries({
  'resourceWatch/changed': object({
    changes: object({ items: fc.array(change, { maxLength: 2 }) }),
  }),
});
