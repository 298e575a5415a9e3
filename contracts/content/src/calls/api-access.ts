import { z } from 'zod';

/** The key in a call's `_meta` for access back to the platform. */
export const apiMetaKey = 'loggia/api';

/** Valid for a short while, and only for what the call is about. Use the newest one received for an artifact. */
export const apiAccessSchema = z.object({
  url: z.string(),
  token: z.string(),
  expiresAt: z.string(),
});
export type ApiAccess = z.infer<typeof apiAccessSchema>;

/** Undefined if the `_meta` of a call grants nothing. */
export function apiAccessOf(meta: unknown): ApiAccess | undefined {
  if (typeof meta !== 'object' || meta === null || !Object.hasOwn(meta, apiMetaKey)) return undefined;
  return apiAccessSchema.safeParse((meta as Record<string, unknown>)[apiMetaKey]).data;
}
