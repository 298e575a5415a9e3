import { createHash } from 'node:crypto';
import type { Clock, Kernel, Scheduler } from '@loggia/kernel';
import { ProtocolError } from '@loggia/protocol';
import type { ContentStore } from '../content/content-store.ts';
import { callWithin } from '../handlers/call-within.ts';
import type { HandlerAccess, McpResult } from '../handlers/handler-access.ts';
import { reasonOf } from '../handlers/failure.ts';
import { addressed, lastingReference } from '../handlers/reference.ts';
import { artifactsPart, substanceKey, type ArtifactRow, type ArtifactStore } from '../store.ts';
import { builtinFor } from './builtin/builtins.ts';
import { capabilityTimeoutMs, longestKeptResult } from './limits.ts';
import { providerOf, type Provider } from './provider.ts';
import { checkedResult } from './result.ts';

export interface CapabilityPorts {
  readonly kernel: Pick<Kernel, 'enlist'>;
  readonly store: Pick<ArtifactStore, 'capability'>;
  readonly content: Pick<ContentStore, 'read'>;
  readonly handlers: HandlerAccess;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

interface CapabilityCaller {
  readonly by: string;
  readonly signal?: AbortSignal;
}

type ServerProvider = Extract<Provider, { kind: 'server' }>;

export interface Capabilities {
  /** The provider that would answer now. */
  provider(artifact: ArtifactRow, capability: string): Provider;
  /**
   * Asks the provider, with at most one request at a time for the same substance; known answers aren't asked for again.
   * Rejects with a `ProtocolError`; a result with `isError` is a result.
   */
  run(artifact: ArtifactRow, capability: string, caller: { readonly by: string }): Promise<McpResult>;
  /** The same without caching, for results that are stored elsewhere. */
  ask(artifact: ArtifactRow, capability: string, caller: CapabilityCaller): Promise<McpResult>;
}

function refused(error: unknown): ProtocolError {
  return error instanceof ProtocolError ? error : new ProtocolError('Unavailable', reasonOf(error));
}

export function createCapabilities(ports: CapabilityPorts): Capabilities {
  const { kernel, store, content, handlers, clock, scheduler } = ports;
  const underway = new Map<string, Promise<McpResult>>();

  const provider: Capabilities['provider'] = ({ workspace, type }, capability) =>
    providerOf(handlers.statusOf(workspace, type), type, capability);

  const askServer = async (
    artifact: ArtifactRow,
    capability: string,
    { server, tool }: ServerProvider,
    { by, signal }: CapabilityCaller,
  ): Promise<McpResult> => {
    const { id, workspace } = artifact;
    const reference = addressed(lastingReference(artifact), (of, version) =>
      handlers.contentUrl(of, version),
    );
    const release = handlers.use(workspace);
    try {
      return await callWithin(handlers, scheduler, {
        workspace,
        server: server.server,
        tool,
        arguments: { capability, artifact: reference },
        about: { artifact: id, by, grant: 'read', permissions: [] },
        timeoutMs: capabilityTimeoutMs,
        ...(signal && { signal }),
      });
    } finally {
      release();
    }
  };

  const askBuiltin = async (artifact: ArtifactRow, key: string): Promise<McpResult> => {
    const builtin = builtinFor(key);
    if (builtin === undefined) {
      throw new Error(`The platform has no "${key}" for the type ${artifact.type}. Correct its definition.`);
    }
    return builtin(artifact, content);
  };

  const checked = async (capability: string, who: string, asked: Promise<McpResult>): Promise<McpResult> => {
    try {
      return checkedResult(capability, who, await asked);
    } catch (error) {
      throw refused(error);
    }
  };

  const fromPlatform = (artifact: ArtifactRow, capability: string, key: string): Promise<McpResult> =>
    checked(capability, 'The platform', askBuiltin(artifact, key));

  const fromServer = (
    artifact: ArtifactRow,
    capability: string,
    found: ServerProvider,
    caller: CapabilityCaller,
  ): Promise<McpResult> =>
    checked(capability, `The server "${found.server.name}"`, askServer(artifact, capability, found, caller));

  /** Where a server fails to answer, its fallback does. */
  const orFallback = async (
    asked: Promise<McpResult>,
    { artifact, capability, key }: { artifact: ArtifactRow; capability: string; key: string | undefined },
  ): Promise<McpResult> => {
    if (key === undefined) return asked;
    const result = await asked.catch(() => undefined);
    const hasFailed = result === undefined || result.isError === true;
    return hasFailed ? fromPlatform(artifact, capability, key) : result;
  };

  const ask: Capabilities['ask'] = async (artifact, capability, caller) => {
    const found = provider(artifact, capability);
    switch (found.kind) {
      case 'absent':
        throw new ProtocolError('Unavailable', found.reason);
      case 'none':
        throw new ProtocolError(
          'NotFound',
          `Nobody provides "${capability}" for the type ${artifact.type}. Ask for its explanation to see who owns it.`,
        );
      case 'builtin':
        return fromPlatform(artifact, capability, found.key);
      case 'server':
        return orFallback(fromServer(artifact, capability, found, caller), {
          artifact,
          capability,
          key: found.fallback,
        });
    }
  };

  const remember = (key: string, result: McpResult): void => {
    if (result.isError === true) return;
    const json = JSON.stringify(result);
    if (json.length > longestKeptResult) return;
    const row = { key, result: json, at: new Date(clock.now()).toISOString() };
    kernel.enlist(artifactsPart, { kind: 'capability', row });
  };

  const known = async (key: string, asking: () => Promise<McpResult>): Promise<McpResult> => {
    const found = await store.capability(key);
    if (found !== undefined) return JSON.parse(found.result) as McpResult;
    const result = await asking();
    remember(key, result);
    return result;
  };

  return {
    provider,
    ask,
    async run(artifact, capability, caller) {
      const found = provider(artifact, capability);
      // The platform's own answers are as fast as a lookup; the other kinds fail with a reason.
      if (found.kind !== 'server') return ask(artifact, capability, caller);
      const { workspace, type } = artifact;
      // The same name can mean another server in another workspace.
      const parts = [workspace, found.server.server, found.tool, capability, type, substanceKey(artifact)];
      const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
      const running = underway.get(key) ?? known(key, () => fromServer(artifact, capability, found, caller));
      if (!underway.has(key)) {
        underway.set(key, running);
        const forget = (): boolean => underway.delete(key);
        void running.then(forget, forget);
      }
      return orFallback(running, { artifact, capability, key: found.fallback });
    },
  };
}
