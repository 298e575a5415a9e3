import { z } from 'zod';
import { openEnum, openObject } from '../schema.ts';

/** RFC 9728, with `required` added (absent means true). */
export const protectedResourceMetadataSchema = openObject({
  resource: z.string(),
  resource_name: z.string().optional(),
  authorization_servers: z.array(z.string()).optional(),
  jwks_uri: z.string().optional(),
  scopes_supported: z.array(z.string()).optional(),
  bearer_methods_supported: z.array(z.string()).optional(),
  resource_signing_alg_values_supported: z.array(z.string()).optional(),
  resource_documentation: z.string().optional(),
  resource_policy_uri: z.string().optional(),
  resource_tos_uri: z.string().optional(),
  required: z.boolean().optional(),
});
export type ProtectedResourceMetadata = z.infer<typeof protectedResourceMetadataSchema>;

/** Why a server, or one call to it, waits for a sign-in. */
export const authChallengeFields = {
  reason: openEnum(['required', 'expired', 'insufficientScope']),
  resource: protectedResourceMetadataSchema,
  oauthClient: openObject({ clientId: z.string(), clientSecret: z.string().optional() }).optional(),
  requiredScopes: z.array(z.string()).optional(),
  description: z.string().optional(),
};
export const authChallengeSchema = openObject(authChallengeFields);
export type AuthChallenge = z.infer<typeof authChallengeSchema>;
