import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openEnum, openObject } from '../schema.ts';

/** When an agent asks before it uses a tool of a server: unless the tool only reads, always, or never. */
const confirmPolicies = ['writes', 'always', 'never'] as const;

/** The tokens for definitions of tools, beyond which agents search for them. */
const toolBudget = z.union([z.int().min(0).max(10_000_000), z.literal('off')]);
const pinnedTools = z.array(z.string().min(1).max(200)).max(200).readonly();

const workspace = z.string().min(1).max(200).describe('The id of the workspace.');

const settingsSchema = openObject({
  /** The agent that new sessions of the workspace begin with; absent: the host's. */
  agent: z.string().optional(),
  /** Absent: the host's policy. */
  confirm: openEnum(confirmPolicies).optional(),
  /** Absent: the host's budget. */
  toolBudget: toolBudget.optional(),
  /** In addition to those of the host. */
  pinnedTools: pinnedTools.optional(),
});

const answer = openObject({
  settings: settingsSchema,
  /** The settings of the host, which apply where the workspace has none. */
  host: openObject({
    agent: z.string().optional(),
    confirm: openEnum(confirmPolicies),
    /** Absent: a tenth of the model's context window. */
    toolBudget: toolBudget.optional(),
    pinnedTools: pinnedTools.optional(),
  }),
});

/** Settings that a workspace can have in place of the host's. */
export const workspaceSettingsExtensions = defineExtensions({
  'x-loggia/readWorkspaceSettings': {
    says: "Reads the settings that a workspace has in place of the host's.",
    params: { workspace },
    result: answer,
  },
  'x-loggia/setWorkspaceSettings': {
    says: 'Chooses the agent of new sessions of a workspace, when agents ask there before they use a tool, and which tools they have to search for.',
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
      toolBudget: toolBudget
        .nullable()
        .describe(
          'How many tokens the definitions of tools may take before agents search for them; "off" to give them all tools; null for the budget of the host.',
        )
        .optional(),
      pinnedTools: pinnedTools
        .nullable()
        .describe(
          'Names of servers, or "server/tool", whose tools agents always have, besides those of the host; null for none.',
        )
        .optional(),
    },
    result: answer,
  },
});
