import { z } from 'zod';
import { configValuesSchema } from '../../common/config.ts';
import { defineActions, type ActionOf } from '../../define-actions.ts';
import { terminalInfoSchema } from '../terminal/state.ts';
import { agentInfoSchema } from './state.ts';

export const rootActions = defineActions({
  'root/agentsChanged': { since: '0.1.0', by: 'host', fields: { agents: z.array(agentInfoSchema) } },
  'root/activeSessionsChanged': { since: '0.1.0', by: 'host', fields: { activeSessions: z.number() } },
  'root/terminalsChanged': { since: '0.1.0', by: 'host', fields: { terminals: z.array(terminalInfoSchema) } },
  'root/configChanged': {
    since: '0.1.0',
    by: 'client',
    fields: { config: configValuesSchema, replace: z.boolean().optional() },
  },
});
export type RootAction = ActionOf<typeof rootActions>;
