import { z } from 'zod';
import { protectedResourceMetadataSchema } from '../../common/auth.ts';
import { configSchemaSchema, configStateSchema } from '../../common/config.ts';
import { metaSchema, openObject } from '../../schema.ts';
import { customizationSchema } from '../session/customizations.ts';
import { terminalInfoSchema } from '../terminal/state.ts';

export const modelSchema = openObject({
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  maxContextWindow: z.number().optional(),
  maxOutputTokens: z.number().optional(),
  maxPromptTokens: z.number().optional(),
  supportsVision: z.boolean().optional(),
  policyState: z.string().optional(),
  configSchema: configSchemaSchema.optional(),
  _meta: metaSchema.optional(),
});
export type Model = z.infer<typeof modelSchema>;

export const agentInfoSchema = openObject({
  provider: z.string(),
  displayName: z.string(),
  description: z.string(),
  models: z.array(modelSchema),
  protectedResources: z.array(protectedResourceMetadataSchema).optional(),
  customizations: z.array(customizationSchema).optional(),
  capabilities: openObject({
    multipleChats: openObject({ fork: z.boolean().optional(), sideChat: z.boolean().optional() }).optional(),
    multipleWorkingDirectories: openObject({
      immutablePrimary: z.boolean().optional(),
      primaryReplacement: z.boolean().optional(),
    }).optional(),
  }).optional(),
});
export type AgentInfo = z.infer<typeof agentInfoSchema>;

export const rootStateSchema = openObject({
  agents: z.array(agentInfoSchema),
  activeSessions: z.number().optional(),
  terminals: z.array(terminalInfoSchema).optional(),
  config: configStateSchema.optional(),
  _meta: metaSchema.optional(),
});
export type RootState = z.infer<typeof rootStateSchema>;
