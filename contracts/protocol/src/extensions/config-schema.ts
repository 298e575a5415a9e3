import type { SessionState } from '../channels/session/state.ts';
import { configSchemaSchema } from '../common/config.ts';
import { defineActions, type ActionOf, type Steps } from '../define-actions.ts';

/**
 * The protocol shows the schema of a session's settings in its state but has no action that changes it. Other clients
 * ignore this one and read the schema when they subscribe again; values change by `session/configChanged`.
 */
const configSchemaActions = defineActions({
  'x-loggia/configSchemaChanged': { since: '0.9.0', by: 'host', fields: { schema: configSchemaSchema } },
});
export type ConfigSchemaAction = ActionOf<typeof configSchemaActions>;

export const configSchemaSteps: Steps<SessionState, ConfigSchemaAction> = {
  'x-loggia/configSchemaChanged': (state, { schema }) => ({
    ...state,
    config: { values: {}, ...state.config, schema },
  }),
};
