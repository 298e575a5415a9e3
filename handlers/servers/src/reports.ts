import { ApiError, type Api } from '@loggia/kit';
import { z } from 'zod';

const stateSchema = z.looseObject({
  kind: z.string(),
  error: z.looseObject({ message: z.string() }).optional(),
  reason: z.string().optional(),
  description: z.string().optional(),
  requiredScopes: z.array(z.string()).optional(),
});

const reportSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  source: z.looseObject({
    kind: z.string(),
    uri: z.string().optional(),
    name: z.string().optional(),
    /** The artifact that it was added for. */
    artifact: z.string().optional(),
  }),
  transport: z.looseObject({
    kind: z.string(),
    command: z.string().optional(),
    args: z.array(z.string()).optional(),
    url: z.string().optional(),
  }),
  enabled: z.boolean().optional(),
  state: stateSchema,
});
/** The host's report about one of its servers. */
export type ServerReport = z.infer<typeof reportSchema>;

const missingPermission =
  'Registering servers needs the permission "servers". Grant it to the server of this type and try again.';

/** The host's commands about servers, with a sentence for the user where the permission is missing. */
export async function serverCommand(
  api: Api,
  name: string,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  try {
    return await api.command(name, params);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) throw new PermissionMissing(error);
    throw error;
  }
}

export class PermissionMissing extends Error {
  constructor(cause: ApiError) {
    super(missingPermission, { cause });
    this.name = 'PermissionMissing';
  }
}

export async function listServers(api: Api): Promise<readonly ServerReport[]> {
  const answer = z
    .looseObject({ servers: z.array(reportSchema) })
    .safeParse(await serverCommand(api, 'listServers', {}));
  if (!answer.success)
    throw new Error('The host’s list of servers could not be read. Update Loggia, then try again.');
  return answer.data.servers;
}
