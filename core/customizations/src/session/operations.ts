import {
  AuthNeeded,
  ForeignError,
  ServerFailure,
  type McpToolResult,
  type ServerConnection,
} from '@loggia/mcp';
import { ProtocolError, type ServerReport, type ServerSettings } from '@loggia/protocol';
import type { TrustedParts } from '../decisions/trust-store.ts';
import { approvalOf } from './approval.ts';
import { diagnose, sandboxFinding, type Examined, type ExaminedContainer } from './diagnosis.ts';
import { localPath, sourceUri } from './folders.ts';
import { definitionOf } from './offered-tools.ts';
import type { SessionPlan, ServerInPlan, PlanServices } from './session-plan.ts';
import { addedServer, addedServerId } from './plan.ts';
import type { PlannedEntry } from './planned.ts';
import { previewPlan } from './preview.ts';
import { untrustedSentence } from './present.ts';
import { partsFrom, reviewOf } from './review.ts';
import { reportOf } from './server-report.ts';
import type { AskedBy, OneServer, ServerOperations } from './service.ts';

export interface OperationPorts {
  readonly services: PlanServices;
  /** Of the session, or of the host. Throws SessionNotFound. It is ready to be looked at, and does not go for a while. */
  plan(session: string | undefined): Promise<SessionPlan>;
  /** Something that all plans share has changed. */
  refreshAll(): void;
  /** Of everybody who is in use, and of the host. */
  entries(): Promise<readonly PlannedEntry[]>;
  /** A server is gone for good. */
  forget(server: string): Promise<void>;
}

const lastLines = 5;
const notForOne = 'A key adds servers for one artifact. Use a key that is about one artifact.';
const notAll = 'A key reaches only the servers that its artifact registered. Name one of them.';
const unreviewed =
  'Trust is about what you have seen. Review the source first, and send the fingerprint of the review.';
const changedMeanwhile =
  'It has changed since you reviewed it, so nothing was decided. Review it again, then decide.';

export function createOperations(operationPorts: OperationPorts): ServerOperations {
  const { services, plan, refreshAll } = operationPorts;
  const { ports, timeouts } = services;

  async function find({ server, session }: OneServer): Promise<{ worn: SessionPlan; place: ServerInPlan }> {
    const worn = await plan(session);
    return { worn, place: placeNamed(worn.places, server) };
  }

  /** The artifact on whose behalf the server was added, if it was. */
  function registeredFor({ server: { name, source } }: ServerInPlan): string | undefined {
    return source.kind === 'added' ? services.registrations.artifactOf(name) : undefined;
  }

  function assertTheirs(place: ServerInPlan, { person, artifacts }: AskedBy): void {
    const artifact = registeredFor(place);
    if (person || (artifact !== undefined && artifacts.includes(artifact))) return;
    throw new ProtocolError('PermissionDenied', notTheirs(place.server.name));
  }

  async function report(worn: SessionPlan, place: ServerInPlan): Promise<ServerReport> {
    // Since it was looked up, the server may have been started, stopped or declared anew.
    const now = worn.place(place.server.id) ?? place;
    const artifact = registeredFor(now);
    const request = worn.leaseRequest(now.server);
    const kind = now.server.definition?.transport.kind;
    const overHttp = kind === 'http' || kind === 'sse';
    return reportOf(now, {
      users: request && now.slot.connection ? ports.gateway.users(request) : undefined,
      signedIn: overHttp ? await ports.gateway.signedIn(ports.principal, now.server.id) : undefined,
      artifact,
    });
  }

  /** Starts the server unless it runs. Returns the reason where it cannot be started or did not come up. */
  async function bringUp(worn: SessionPlan, place: ServerInPlan): Promise<ServerConnection | string> {
    const hindrance = worn.hindrance(place);
    if (hindrance !== undefined) return hindrance;
    const { slot, server } = place;
    if (!slot.connection || slot.state.kind === 'error') worn.start(server.id);
    await settled(slot.connection);
    const { connection } = slot;
    if (!connection) return `"${server.name}" was stopped meanwhile. Start it again.`;
    const { state } = connection;
    switch (state.kind) {
      case 'ready':
        return connection;
      case 'authRequired':
        return `"${server.name}" asks for a sign-in. Sign in to it first.`;
      case 'error':
        return state.error.message;
      case 'starting':
        return `"${server.name}" is still starting. Try again in a moment, or look at its log.`;
      default:
        return `"${server.name}" is stopped. Start it again.`;
    }
  }

  async function settled(connection: ServerConnection | undefined): Promise<void> {
    if (!connection) return;
    const enough = new AbortController();
    const cancel = ports.scheduler.after(timeouts.settle, () => enough.abort());
    try {
      await connection.settled(enough.signal);
    } catch {
      // Whatever became of it shows in its state.
    } finally {
      cancel();
    }
  }

  /** The current contents of a source, for sessions that use it now or may use it next. */
  async function partsOf(uri: string): Promise<TrustedParts> {
    const inUse = await operationPorts.entries();
    const folder = localPath(uri);
    const requested = {
      workingDirectories: [uri],
      plugins: folder === undefined ? [] : [folder],
      clients: [],
    };
    const onDisk = folder === undefined ? [] : await previewPlan(services, requested);
    return partsFrom(uri, [...inUse, ...onDisk]);
  }

  return {
    async listServers({ session }) {
      const worn = await plan(session);
      return { servers: await Promise.all(worn.places.map((place) => report(worn, place))) };
    },

    async addServer({ name, settings }: { name: string; settings: ServerSettings }, by) {
      const host = await plan(undefined);
      const [artifact] = by.artifacts;
      if (!by.person && (artifact === undefined || by.artifacts.length > 1))
        throw new ProtocolError('PermissionDenied', notForOne);
      const taken = host.places.some(({ server, entry }) => entry === server && server.name === name);
      if (taken) {
        if (artifact !== undefined && services.registrations.isRegistered(name, artifact, settings))
          return { id: addedServerId(name) };
        const message = `There is a server "${name}" already. Choose another name, or remove that one first.`;
        throw new ProtocolError('AlreadyExists', message);
      }
      try {
        const server = addedServer(services.added.add(name, settings));
        // A person names the command herself; what anybody else registers waits for one.
        if (by.person) services.trust.trust(server.uri, partsFrom(server.uri, [server]));
        else services.trust.forget(server.uri);
      } catch (error) {
        throw new ProtocolError('InvalidParams', sentenceOf(error));
      }
      if (artifact === undefined) services.registrations.forget(name);
      else services.registrations.set(name, artifact, settings);
      refreshAll();
      return { id: addedServerId(name) };
    },

    async assertControls({ server, session }, by) {
      if (by.person) return;
      if (server === undefined) throw new ProtocolError('PermissionDenied', notAll);
      const { place } = await find({ server, session });
      assertTheirs(place, by);
    },

    async removeServer({ server }, by) {
      const { place } = await find({ server });
      assertTheirs(place, by);
      const { source, name } = place.server;
      if (source.kind !== 'added') {
        const where = source.name ?? source.uri ?? 'the configuration of the host';
        const message = `"${name}" was not added here but is declared in ${where}. Remove it there, or turn it off.`;
        throw new ProtocolError('InvalidParams', message);
      }
      const { id } = place.server;
      services.added.remove(name);
      services.registrations.forget(name);
      // A server of the same name that somebody adds later must not inherit any decision about this one.
      services.trust.forget(place.server.uri);
      services.enablement.forget(id);
      await operationPorts.forget(id);
      refreshAll();
      // A server of the same name that somebody adds later must not come into its tokens.
      await services.ports.gateway.signOut(services.ports.principal, id);
      return {};
    },

    async startServer(params) {
      const { worn, place } = await find(params);
      const hindrance = worn.hindrance(place);
      if (hindrance !== undefined) throw new ProtocolError('InvalidParams', hindrance);
      await bringUp(worn, place);
      return { server: await report(worn, place) };
    },

    async stopServer(params) {
      const { worn, place } = await find(params);
      worn.stop(place.server.id);
      return { server: await report(worn, place) };
    },

    async restartServer(params) {
      const { worn, place } = await find(params);
      const hindrance = worn.hindrance(place);
      if (hindrance !== undefined) throw new ProtocolError('InvalidParams', hindrance);
      if (place.slot.connection) place.slot.connection.restart();
      else worn.start(place.server.id);
      await settled(place.slot.connection);
      return { server: await report(worn, place) };
    },

    async serverLogs({ after, limit, ...params }) {
      const { place } = await find(params);
      const page = place.slot.logs?.read({
        ...(after !== undefined && { after }),
        ...(limit !== undefined && { limit }),
      });
      return { entries: [...(page?.entries ?? [])], dropped: page?.dropped ?? 0 };
    },

    async listTools({ server, session }) {
      const worn = await plan(session);
      const places = server === undefined ? worn.places : [placeNamed(worn.places, server)];
      const wanted = places.filter((place) => server !== undefined || place.enabled);
      const found = await Promise.all(
        wanted.map(async (place) => {
          const named = { server: place.server.id, serverName: place.server.name };
          const connection = await bringUp(worn, place);
          if (typeof connection === 'string') return { missing: { ...named, reason: connection } };
          const tools = connection.tools.map((tool) => ({
            ...named,
            tool: definitionOf({ name: tool.name, tool }),
          }));
          return { tools };
        }),
      );
      return {
        tools: found.flatMap(({ tools }) => tools ?? []),
        missing: found.flatMap(({ missing }) => missing ?? []),
      };
    },

    async callTool({ tool, arguments: input = {}, ...params }, caller, signal) {
      const request = { name: tool, arguments: input };
      const { session } = params;
      let named = { server: params.server, serverName: params.server };
      const connect = async (): Promise<ServerConnection> => {
        const { worn, place } = await find(params);
        named = { server: place.server.id, serverName: place.server.name };
        const connection = await bringUp(worn, place);
        if (typeof connection !== 'string') return connection;
        const { state } = place.slot;
        if (state.kind === 'authRequired') throw authRequired(new AuthNeeded(state));
        throw new ProtocolError('Unavailable', connection);
      };
      const connection = await connect().catch((error: unknown) => {
        ports.gateway.missed(
          { ...named, session, caller, method: 'tools/call', target: tool, request },
          'failed',
          error,
        );
        throw error;
      });
      const context = { caller, ...(session !== undefined && { session }), ...(signal && { signal }) };
      return call(() => connection.callTool(request, context), named.serverName);
    },

    async diagnose({ server, session }) {
      const worn = await plan(session);
      const places = server === undefined ? worn.places : [placeNamed(worn.places, server)];
      // A server that was never started can't show what is wrong with it.
      if (session === undefined) await Promise.all(places.map((place) => bringUp(worn, place)));
      const examined = await Promise.all(
        places.map(async (place): Promise<Examined> => {
          const { slot } = place;
          return {
            report: await report(worn, place),
            hindrance: worn.hindrance(place),
            unapproved: place.enabled ? unapprovedIn(place) : undefined,
            startingMs: slot.startingSince === undefined ? undefined : ports.clock.now() - slot.startingSince,
            lastLines: stderrOf(place),
            renamed: worn.tools
              .filter((named) => named.server === place.server.id && named.name !== named.tool.name)
              .map((named) => ({ from: named.tool.name, to: named.name })),
          };
        }),
      );
      const containers = server === undefined ? loadsOf(worn, services.trust) : [];
      const findings = diagnose(examined, containers);
      const isWhole = server === undefined && session === undefined;
      return {
        findings: isWhole ? [...findings, sandboxFinding(await ports.gateway.sandboxing())] : findings,
      };
    },

    async reviewTrust({ source }) {
      const uri = uriOfSource(source);
      return { review: reviewOf(uri, await partsOf(uri), services.trust) };
    },

    async setTrust({ source, decision, fingerprint }) {
      const uri = uriOfSource(source);
      await plan(undefined);
      if (decision === 'trusted') {
        if (fingerprint === undefined) throw new ProtocolError('InvalidParams', unreviewed);
        const parts = await partsOf(uri);
        if (reviewOf(uri, parts, services.trust).fingerprint !== fingerprint)
          throw new ProtocolError('Conflict', changedMeanwhile);
        services.trust.trust(uri, parts);
      } else if (decision === 'denied') services.trust.deny(uri);
      else services.trust.forget(uri);
      refreshAll();
      return {};
    },

    async listTrust() {
      await plan(undefined);
      const names = new Map(services.added.list().map((server) => [addedServer(server).uri, server.name]));
      const sources = services.trust.list().map((decided) => {
        const name = names.get(decided.source);
        return { ...decided, ...(name !== undefined && { name }) };
      });
      return { sources };
    },
  };
}

function notTheirs(name: string): string {
  return `The server "${name}" wasn't registered by the artifact that this key is about. Ask a person to change it.`;
}

function uriOfSource(source: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(source)) return sourceUri(source);
  const message = `${JSON.stringify(source)} isn't a URI. Write a folder as "file:///…", or a plugin as its client does.`;
  throw new ProtocolError('InvalidParams', message);
}

/** The decision needed before the server may start, and the clients' name for it. */
function unapprovedIn({ entry, approval }: ServerInPlan): Examined['unapproved'] {
  if (!approval || approval.decision === 'trusted') return undefined;
  return { kind: entry.type === 'mcpServer' ? 'approve' : 'trust', source: entry.trust ?? entry.uri };
}

function placeNamed(places: readonly ServerInPlan[], wanted: string): ServerInPlan {
  const byId = places.find(({ server }) => server.id === wanted);
  if (byId) return byId;
  const named = places.filter(({ server }) => server.name === wanted);
  const [only] = named;
  if (only && named.length === 1) return only;
  if (named.length > 1) {
    const ids = named.map(({ server, entry }) => `${server.id} (${entry.name})`).join(', ');
    throw new ProtocolError(
      'InvalidParams',
      `Several servers are called "${wanted}". Name one by its id: ${ids}.`,
    );
  }
  const known = [...new Set(places.map(({ server }) => server.name))].slice(0, 20).join(', ');
  const hint = known === '' ? 'There are none here yet.' : `There are: ${known}.`;
  throw new ProtocolError('NotFound', `There is no server "${wanted}". ${hint}`);
}

async function call(work: () => Promise<McpToolResult>, serverName: string): Promise<McpToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthNeeded) throw authRequired(error);
    if (!(error instanceof ServerFailure)) throw error;
    if (error.kind === 'refused') throw new ForeignError(error.code ?? -32603, error.message, error.data);
    throw new ProtocolError('Unavailable', `${serverName}: ${error.message}`);
  }
}

function authRequired({ challenge, message }: AuthNeeded): ProtocolError {
  const { resource, reason, requiredScopes } = challenge;
  return new ProtocolError('AuthRequired', message, {
    resources: [resource],
    reason,
    ...(requiredScopes && { requiredScopes }),
  });
}

function stderrOf({ slot }: ServerInPlan): string[] {
  const entries = slot.logs?.read().entries ?? [];
  return entries
    .filter(({ from }) => from === 'stderr')
    .slice(-lastLines)
    .map(({ text }) => text);
}

function loadsOf(worn: SessionPlan, trust: PlanServices['trust']): ExaminedContainer[] {
  const entries = new Map(worn.entries.map((entry) => [entry.id, entry]));
  return worn.present().flatMap((entry): ExaminedContainer[] => {
    if (entry.type === 'mcpServer' || !entry.load) return [];
    const { name, load } = entry;
    const planned = entries.get(entry.id);
    const approval = planned && approvalOf(trust, planned);
    const untrusted =
      planned?.trust !== undefined && approval && approval.decision !== 'trusted'
        ? { source: planned.trust, says: untrustedSentence(planned, approval) }
        : undefined;
    return [{ name, load, untrusted }];
  });
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
