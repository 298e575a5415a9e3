import { z } from 'zod';
import { defineActions, type ActionOf } from '../../define-actions.ts';
import { uriSchema } from '../../schema.ts';
import { terminalClaimSchema } from './state.ts';

export const terminalActions = defineActions({
  'terminal/data': { since: '0.1.0', by: 'host', fields: { data: z.string() } },
  'terminal/input': { since: '0.1.0', by: 'client', fields: { data: z.string() } },
  'terminal/resized': { since: '0.1.0', by: 'client', fields: { cols: z.number(), rows: z.number() } },
  'terminal/claimed': { since: '0.1.0', by: 'client', fields: { claim: terminalClaimSchema } },
  'terminal/titleChanged': { since: '0.1.0', by: 'client', fields: { title: z.string() } },
  'terminal/cwdChanged': { since: '0.1.0', by: 'host', fields: { cwd: uriSchema } },
  'terminal/exited': { since: '0.1.0', by: 'host', fields: { exitCode: z.number().optional() } },
  'terminal/cleared': { since: '0.1.0', by: 'client', fields: {} },
  'terminal/commandDetectionAvailable': { since: '0.1.0', by: 'host', fields: {} },
  'terminal/commandExecuted': {
    since: '0.1.0',
    by: 'host',
    fields: { commandId: z.string(), commandLine: z.string(), timestamp: z.number() },
  },
  'terminal/commandFinished': {
    since: '0.1.0',
    by: 'host',
    fields: {
      commandId: z.string(),
      exitCode: z.number().optional(),
      durationMs: z.number().optional(),
    },
  },
});
export type TerminalAction = ActionOf<typeof terminalActions>;
