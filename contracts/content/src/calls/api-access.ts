import { z } from 'zod';

/** Where a call's `_meta` holds the way back to the platform. */
export const apiMetaKey = 'loggia/api';

/** Good for a short while, and only for what the call is about. Use the newest that came for an artifact. */
export const apiAccessSchema = z.object({
  url: z.string(),
  token: z.string(),
  expiresAt: z.string(),
});
export type ApiAccess = z.infer<typeof apiAccessSchema>;

/** Undefined where the `_meta` of a call grants nothing. */
export function apiAccessOf(meta: unknown): ApiAccess | undefined {
  if (typeof meta !== 'object' || meta === null || !Object.hasOwn(meta, apiMetaKey)) return undefined;
  return apiAccessSchema.safeParse((meta as Record<string, unknown>)[apiMetaKey]).data;
}
