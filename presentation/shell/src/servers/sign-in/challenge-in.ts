import type { HostError } from '@loggia/client';
import type { AuthChallenge } from '@loggia/protocol';
import { z } from 'zod';

const dataSchema = z.object({
  resources: z.array(
    z.looseObject({
      resource: z.string(),
      authorization_servers: z.array(z.string()).optional(),
      scopes_supported: z.array(z.string()).optional(),
    }),
  ),
  reason: z.enum(['required', 'expired', 'insufficientScope']).catch('required'),
  requiredScopes: z.array(z.string()).optional(),
});

/** The challenge of a refused request; undefined where it was refused for another reason. */
export function challengeIn({ kind, data }: Pick<HostError, 'kind' | 'data'>): AuthChallenge | undefined {
  if (kind !== 'AuthRequired') return undefined;
  const read = dataSchema.safeParse(data);
  const resource = read.data?.resources[0];
  if (!read.success || resource === undefined) return undefined;
  const { reason, requiredScopes } = read.data;
  return { reason, resource, ...(requiredScopes && { requiredScopes }) } as AuthChallenge;
}
