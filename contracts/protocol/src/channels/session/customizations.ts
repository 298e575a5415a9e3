import { z } from 'zod';
import { authChallengeFields } from '../../common/auth.ts';
import { errorInfoSchema, iconSchema, textRangeSchema } from '../../common/text.ts';
import { metaSchema, openEnum, openObject, openUnion, uriSchema } from '../../schema.ts';

/** One decision about one scope. Sorted by session, workspace, global: the first one applies. */
export const enablementSchema = openUnion('kind', [
  openObject({ kind: z.literal('session'), enabled: z.boolean() }),
  openObject({ kind: z.literal('workspace'), uri: uriSchema, enabled: z.boolean() }),
  openObject({ kind: z.literal('global'), enabled: z.boolean() }),
]);
export type Enablement = z.infer<typeof enablementSchema>;

const loadStateSchema = openUnion('kind', [
  openObject({ kind: z.literal('loading') }),
  openObject({ kind: z.literal('loaded') }),
  openObject({ kind: z.literal('degraded'), message: z.string() }),
  openObject({ kind: z.literal('error'), message: z.string() }),
]);
export type LoadState = z.infer<typeof loadStateSchema>;

export const mcpServerStateSchema = openUnion('kind', [
  openObject({ kind: z.literal('starting'), blocking: z.boolean().optional() }),
  openObject({ kind: z.literal('ready') }),
  openObject({ kind: z.literal('authRequired'), ...authChallengeFields }),
  openObject({ kind: z.literal('error'), error: errorInfoSchema }),
  openObject({ kind: z.literal('stopped') }),
]);
export type McpServerState = z.infer<typeof mcpServerStateSchema>;

const base = {
  id: z.string(),
  uri: uriSchema,
  name: z.string(),
  icons: z.array(iconSchema).optional(),
  range: textRangeSchema.optional(),
  _meta: metaSchema.optional(),
};

const listChanged = openObject({ listChanged: z.boolean().optional() });

export const mcpServerCustomizationSchema = openObject({
  type: z.literal('mcpServer'),
  ...base,
  enablement: z.array(enablementSchema).optional(),
  state: mcpServerStateSchema,
  channel: uriSchema.optional(),
  mcpApp: openObject({
    capabilities: openObject({
      serverTools: listChanged.optional(),
      serverResources: listChanged.optional(),
      logging: openObject({}).optional(),
      sampling: openObject({ tools: openObject({}).optional() }).optional(),
    }),
  }).optional(),
});
export type McpServerCustomization = z.infer<typeof mcpServerCustomizationSchema>;

const leaf = { ...base, enabled: z.boolean().optional() };
const described = { ...leaf, description: z.string().optional() };
const invocable = {
  ...described,
  disableModelInvocation: z.boolean().optional(),
  disableUserInvocation: z.boolean().optional(),
};

export const agentCustomizationSchema = openObject({
  type: z.literal('agent'),
  ...invocable,
  model: z.string().optional(),
  tools: z.array(z.string()).optional(),
});
const skillCustomizationSchema = openObject({ type: z.literal('skill'), ...invocable });
const promptCustomizationSchema = openObject({ type: z.literal('prompt'), ...described });
const ruleCustomizationSchema = openObject({
  type: z.literal('rule'),
  ...described,
  alwaysApply: z.boolean().optional(),
  globs: z.array(z.string()).optional(),
});
const hookCustomizationSchema = openObject({ type: z.literal('hook'), ...leaf });

export const childCustomizationSchema = openUnion('type', [
  agentCustomizationSchema,
  skillCustomizationSchema,
  promptCustomizationSchema,
  ruleCustomizationSchema,
  hookCustomizationSchema,
  mcpServerCustomizationSchema,
]);
export type ChildCustomization = z.infer<typeof childCustomizationSchema>;

const container = {
  ...base,
  clientId: z.string().optional(),
  load: loadStateSchema.optional(),
  /** Absent: not parsed yet. Empty: parsed, without children. */
  children: z.array(childCustomizationSchema).optional(),
};

export const pluginCustomizationSchema = openObject({
  type: z.literal('plugin'),
  ...container,
  enablement: z.array(enablementSchema).optional(),
  version: z.string().optional(),
});
export type PluginCustomization = z.infer<typeof pluginCustomizationSchema>;

export const directoryCustomizationSchema = openObject({
  type: z.literal('directory'),
  ...container,
  enabled: z.boolean(),
  contents: openEnum(['agent', 'skill', 'prompt', 'rule', 'hook', 'mcpServer']),
  writable: z.boolean(),
});
export type DirectoryCustomization = z.infer<typeof directoryCustomizationSchema>;

export const customizationSchema = openUnion('type', [
  pluginCustomizationSchema,
  directoryCustomizationSchema,
  mcpServerCustomizationSchema,
]);
export type Customization = z.infer<typeof customizationSchema>;

/** A plugin as a client publishes it, with the client's decision. */
export const clientPluginSchema = openObject({
  ...pluginCustomizationSchema.shape,
  type: z.literal('plugin').optional(),
  nonce: z.string().optional(),
  childEnablement: z.record(z.string(), z.array(enablementSchema)).optional(),
});
export type ClientPlugin = z.infer<typeof clientPluginSchema>;
