import { ConflictError, tool, type Api, type Artifact, type Outcome, type ToolDefinition } from '@loggia/kit';
import { z } from 'zod';
import { committedRegistration } from './committed.ts';
import { ownServers } from './plan.ts';
import { settingsSchema, type Registration } from './registration.ts';
import { listServers, PermissionMissing, serverCommand, type ServerReport } from './reports.ts';

const artifact = { artifact: z.string() };

/** The tools that the View of a registration calls. All of them concern the one server that the artifact registered. */
export const viewTools: Record<string, ToolDefinition> = {
  server_status: tool({
    title: 'Status',
    description: 'The registration and the status of its server.',
    input: artifact,
    visibility: ['app'],
    annotations: { readOnlyHint: true },
    run: async ({ artifact: id }, { api }) => answer(await statusOf(await api.getArtifact(id), api)),
  }),

  server_tools: tool({
    title: 'Tools',
    description: 'The tools that the server offers.',
    input: artifact,
    visibility: ['app'],
    annotations: { readOnlyHint: true },
    async run({ artifact: id }, { api }) {
      const { id: server } = await ownServer(id, api);
      return answer((await serverCommand(api, 'listTools', { server })) as Record<string, unknown>);
    },
  }),

  server_logs: tool({
    title: 'Logs',
    description: 'Messages from the server and from the host about it.',
    input: { ...artifact, after: z.number().int().optional() },
    visibility: ['app'],
    annotations: { readOnlyHint: true },
    async run({ artifact: id, after }, { api }) {
      const { id: server } = await ownServer(id, api);
      const params = { server, limit: 500, ...(after !== undefined && { after }) };
      return answer((await serverCommand(api, 'serverLogs', params)) as Record<string, unknown>);
    },
  }),

  server_control: tool({
    title: 'Start, stop, restart',
    description: 'Starts, stops or restarts the server.',
    input: { ...artifact, action: z.enum(['start', 'stop', 'restart']) },
    visibility: ['app'],
    async run({ artifact: id, action }, { api }) {
      const { id: server } = await ownServer(id, api);
      return answer((await serverCommand(api, `${action}Server`, { server })) as Record<string, unknown>);
    },
  }),

  save_server: tool({
    title: 'Save the draft',
    description: 'Saves name and settings as a draft. They take effect when committed.',
    input: {
      ...artifact,
      revision: z.number(),
      name: z.string().max(200),
      settings: settingsSchema,
    },
    visibility: ['app'],
    async run({ artifact: id, revision, name, settings }, { api }) {
      const { context } = await api.getArtifact(id);
      return unlessChanged(id, api, async () => {
        const saved = await api.updateArtifact(id, {
          ifRevision: revision,
          context: { ...context, name, settings },
        });
        return { revision: saved.revision, state: saved.state };
      });
    },
  }),

  apply_server: tool({
    title: 'Commit',
    description: 'Commits the draft, which registers the server.',
    input: { ...artifact, revision: z.number(), message: z.string().min(1).max(500) },
    visibility: ['app'],
    run: ({ artifact: id, revision, message }, { api }) =>
      unlessChanged(id, api, async () => {
        await api.commitArtifacts([{ id, ifRevision: revision }], message);
        const committed = await api.getArtifact(id);
        return { revision: committed.revision, state: committed.state };
      }),
  }),
};

/** The data for the View: the draft, the committed settings, and the running server. */
export async function statusOf(shown: Artifact, api: Api): Promise<Record<string, unknown>> {
  const { revision, state, version, title, context } = shown;
  const about = { artifact: { revision, state, version, title }, draft: context };
  let wanted: Registration | undefined;
  let problem: string | undefined;
  try {
    wanted = await committedRegistration(shown, api);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  try {
    const servers = await listServers(api);
    const [server] = ownServers(shown.id, servers);
    const taken = servers.find(
      ({ name }) => name === (wanted?.name ?? context['name']) && name !== server?.name,
    );
    return {
      ...about,
      permission: 'granted',
      ...(wanted && { committed: wanted }),
      ...(problem !== undefined && { problem }),
      ...(server && { server: reported(server) }),
      ...(taken && { taken: { name: taken.name, source: taken.source } }),
    };
  } catch (error) {
    if (error instanceof PermissionMissing)
      return { ...about, permission: 'missing', problem: error.message };
    throw error;
  }
}

async function ownServer(id: string, api: Api): Promise<ServerReport> {
  const [server] = ownServers(id, await listServers(api));
  if (server) return server;
  throw new Error('The server is not registered. Commit the artifact to register it.');
}

/** Only the fields that a View needs. The full state may hold secrets, such as that of an OAuth client. */
function reported(server: ServerReport): Record<string, unknown> {
  const { id, name, source, transport, enabled, state } = server;
  const { kind, error, reason, description, requiredScopes } = state;
  const known = numbersAndNames.flatMap((key) => (key in server ? [[key, server[key]] as const] : []));
  return {
    id,
    name,
    source,
    transport,
    enabled,
    state: { kind, error: error && { message: error.message }, reason, description, requiredScopes },
    ...Object.fromEntries(known),
  };
}

const numbersAndNames = [
  'protocolVersion',
  'title',
  'version',
  'tools',
  'pid',
  'restarts',
  'users',
  'signedIn',
  'trusted',
] as const;

async function unlessChanged(
  id: string,
  api: Api,
  change: () => Promise<Record<string, unknown>>,
): Promise<Outcome> {
  try {
    return answer(await change());
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const { revision, context } = await api.getArtifact(id);
    return answer({ conflict: true, revision, draft: context });
  }
}

function answer(structuredContent: Record<string, unknown>): Outcome {
  return { content: [], structuredContent };
}
