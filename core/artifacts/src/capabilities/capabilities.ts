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

export interface Capabilities {
  /** Who would answer now. */
  provider(artifact: ArtifactRow, capability: string): Provider;
  /**
   * Asks whoever provides it, at most once at a time for the same substance; what was answered before is not asked
   * again. Rejects with a `ProtocolError`; a result that says `isError` is a result.
   */
  run(artifact: ArtifactRow, capability: string, caller: { readonly by: string }): Promise<McpResult>;
  /** The same without remembering: for what is kept elsewhere. */
  ask(
    artifact: ArtifactRow,
    capability: string,
    caller: { readonly by: string; readonly signal?: AbortSignal },
  ): Promise<McpResult>;
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
    { status, tool }: Extract<Provider, { kind: 'server' }>,
    { by, signal }: { readonly by: string; readonly signal?: AbortSignal },
  ): Promise<McpResult> => {
    const { id, workspace } = artifact;
    const reference = addressed(lastingReference(artifact), (of, version) =>
      handlers.contentUrl(of, version),
    );
    const release = handlers.use(workspace);
    try {
      return await callWithin(handlers, scheduler, {
        workspace,
        server: status.server,
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

  const ask: Capabilities['ask'] = async (artifact, capability, caller) => {
    const found = provider(artifact, capability);
    if (found.kind === 'absent') throw new ProtocolError('Unavailable', found.reason);
    if (found.kind === 'none') {
      throw new ProtocolError(
        'NotFound',
        `Nobody provides "${capability}" for the type ${artifact.type}. Ask for its explanation to see who owns it.`,
      );
    }
    try {
      const result =
        found.kind === 'server'
          ? await askServer(artifact, capability, found, caller)
          : await askBuiltin(artifact, found.key);
      const who = found.kind === 'server' ? `The server "${found.status.name}"` : 'The platform';
      return checkedResult(capability, who, result);
    } catch (error) {
      throw refused(error);
    }
  };

  const remember = (key: string, result: McpResult): void => {
    if (result.isError === true) return;
    const json = JSON.stringify(result);
    if (json.length > longestKeptResult) return;
    const row = { key, result: json, at: new Date(clock.now()).toISOString() };
    kernel.enlist(artifactsPart, { kind: 'capability', row });
  };

  const runOnce = async (
    key: string,
    artifact: ArtifactRow,
    capability: string,
    caller: { readonly by: string },
  ): Promise<McpResult> => {
    const known = await store.capability(key);
    if (known !== undefined) return JSON.parse(known.result) as McpResult;
    const result = await ask(artifact, capability, caller);
    remember(key, result);
    return result;
  };

  return {
    provider,
    ask,
    async run(artifact, capability, caller) {
      const found = provider(artifact, capability);
      // What the platform does itself is done as fast as it is looked up; the others say why they cannot.
      if (found.kind !== 'server') return ask(artifact, capability, caller);
      const { workspace, type } = artifact;
      // The same name may stand for another server in another workspace.
      const parts = [workspace, found.status.server, found.tool, capability, type, substanceKey(artifact)];
      const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
      const running = underway.get(key) ?? runOnce(key, artifact, capability, caller);
      if (!underway.has(key)) {
        underway.set(key, running);
        const forget = (): boolean => underway.delete(key);
        void running.then(forget, forget);
      }
      return running;
    },
  };
}
