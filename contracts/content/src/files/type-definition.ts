import { z } from 'zod';
import { typeLimits } from '../limits.ts';
import { parseMime } from '../mime.ts';
import { line } from './words.ts';

export const mimeSchema = z.string().transform((text, context) => {
  const parsed = parseMime(text);
  if (parsed !== undefined) return parsed.mime;
  context.addIssue('must be a MIME type such as "application/vnd.acme.invoice+json" or "image/*"');
  return z.NEVER;
});

const extensionSchema = z
  .string()
  .max(32)
  .transform((text) => text.toLowerCase())
  .refine((text) => /^(?:\.[a-z0-9][a-z0-9_+-]*)+$/.test(text), {
    error: 'must be an ending of file names such as ".invoice"',
  });

/** `type.json` */
export const typeDefinitionSchema = z.object({
  mime: mimeSchema,
  version: line(64),
  description: z.string().max(2000).optional(),
  extensions: z.array(extensionSchema).max(typeLimits.extensions).optional(),
  /** Types whose viewers and capabilities also serve this one, nearest first. */
  inherits: z.array(mimeSchema).max(typeLimits.inherits).optional(),
});
export type TypeDefinition = z.infer<typeof typeDefinitionSchema>;
