import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openEnum, openObject } from '../schema.ts';

/** When an agent asks before it uses a tool of a server: unless the tool only reads, always, or never. */
const confirmPolicies = ['writes', 'always', 'never'] as const;

const workspace = z.string().min(1).max(200).describe('The id of the workspace.');

const settingsSchema = openObject({
  /** The agent that new sessions of the workspace begin with; absent: the host's. */
  agent: z.string().optional(),
  /** Absent: the host's policy. */
  confirm: openEnum(confirmPolicies).optional(),
});

const answer = openObject({
  settings: settingsSchema,
  /** The settings of the host, which apply where the workspace has none. */
  host: openObject({ agent: z.string().optional(), confirm: openEnum(confirmPolicies) }),
});

/** Settings that a workspace can have in place of the host's. */
export const workspaceSettingsExtensions = defineExtensions({
  'x-loggia/readWorkspaceSettings': {
    says: "Reads the settings that a workspace has in place of the host's.",
    params: { workspace },
    result: answer,
  },
  'x-loggia/setWorkspaceSettings': {
    says: 'Chooses the agent of new sessions of a workspace, and when agents ask there before they use a tool.',
    params: {
      workspace,
      agent: z
        .string()
        .min(1)
        .max(100)
        .nullable()
        .describe('The id of the agent that new sessions begin with; null for the agent of the host.')
        .optional(),
      confirm: z
        .enum(confirmPolicies)
        .nullable()
        .describe(
          'When agents ask before they use a tool: "writes" unless it only reads, "always", or "never"; null for the policy of the host.',
        )
        .optional(),
    },
    result: answer,
  },
});
