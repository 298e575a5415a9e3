import type { Client } from '@modelcontextprotocol/client';
import type { Icon } from '@loggia/protocol';
import { z } from 'zod';
import type { ServerFacts } from '../connection.ts';
import { skillsExtension } from './capabilities.ts';
import { plainText } from './plain-text.ts';

const longestName = 200;
const longestInstructions = 64 * 1024;

export function factsOf(client: Client, name: string): ServerFacts {
  const itself = client.getServerVersion();
  const can = client.getServerCapabilities();
  const instructions = client.getInstructions();
  const icons = iconsOf(itself?.icons);
  return {
    name: itself === undefined ? name : plainText(itself.name, longestName),
    ...(itself === undefined ? {} : { version: plainText(itself.version, longestName) }),
    ...(itself?.title === undefined ? {} : { title: plainText(itself.title, longestName) }),
    ...(icons === undefined ? {} : { icons }),
    ...(instructions === undefined ? {} : { instructions: plainText(instructions, longestInstructions) }),
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    era: client.getProtocolEra() ?? 'legacy',
    ...(can?.tools === undefined ? {} : { tools: { listChanged: can.tools.listChanged === true } }),
    ...(can?.resources === undefined
      ? {}
      : { resources: { listChanged: can.resources.listChanged === true } }),
    ...(can?.prompts === undefined ? {} : { prompts: { listChanged: can.prompts.listChanged === true } }),
    ...(can?.extensions?.[skillsExtension] === undefined ? {} : { skills: true as const }),
    ...(can?.completions === undefined ? {} : { completions: true as const }),
    ...(can?.tasks?.requests?.tools?.call === undefined ? {} : { tasks: true as const }),
    logging: can?.logging !== undefined,
  };
}

const iconSchema = z.object({
  src: z.string(),
  mimeType: z.string().optional(),
  sizes: z.array(z.string()).optional(),
  theme: z.enum(['light', 'dark']).optional(),
});

/** MCP says `mimeType` where our protocol says `contentType`. Invalid icons are left out. */
function iconsOf(icons: unknown): readonly Icon[] | undefined {
  if (!Array.isArray(icons)) return undefined;
  return icons.flatMap((icon: unknown): Icon[] => {
    const parsed = iconSchema.safeParse(icon);
    if (!parsed.success) return [];
    const { src, mimeType, sizes, theme } = parsed.data;
    return [
      {
        src,
        ...(mimeType === undefined ? {} : { contentType: mimeType }),
        ...(sizes === undefined ? {} : { sizes }),
        ...(theme === undefined ? {} : { theme }),
      },
    ];
  });
}
