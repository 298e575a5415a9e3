import { z } from 'zod';
import {
  childCustomizationSchema,
  directoryCustomizationSchema,
  mcpServerCustomizationSchema,
  mcpServerStateSchema,
  pluginCustomizationSchema,
} from '../../channels/session/customizations.ts';
import { openObject, openUnion } from '../../schema.ts';

/** One boolean where later versions keep a list of decisions. */
const switched = { enabled: z.boolean() };
const { enablement: _server, ...server } = mcpServerCustomizationSchema.shape;
const { enablement: _plugin, ...plugin } = pluginCustomizationSchema.shape;

export const v03McpServerSchema = openObject({ ...server, ...switched });
export type V03McpServer = z.infer<typeof v03McpServerSchema>;

/** Only servers differ among the children. */
const v03ChildSchema = z.union([
  v03McpServerSchema,
  childCustomizationSchema.refine((child) => child.type !== 'mcpServer', 'a server needs "enabled"'),
]);
export type V03ChildCustomization = z.infer<typeof v03ChildSchema>;

const children = { children: z.array(v03ChildSchema).optional() };

const v03PluginSchema = openObject({ ...plugin, ...children, ...switched });

const v03DirectorySchema = openObject({ ...directoryCustomizationSchema.shape, ...children });

export const v03CustomizationSchema = openUnion('type', [
  v03PluginSchema,
  v03DirectorySchema,
  v03McpServerSchema,
]);
export type V03Customization = z.infer<typeof v03CustomizationSchema>;

export const v03ClientPluginSchema = openObject({
  ...v03PluginSchema.shape,
  type: z.literal('plugin').optional(),
  enabled: z.boolean().optional(),
  nonce: z.string().optional(),
});
export type V03ClientPlugin = z.infer<typeof v03ClientPluginSchema>;

export const v03McpServerStateSchema = mcpServerStateSchema;
