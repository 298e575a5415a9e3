import {
  addressed,
  artifactCaller,
  type Artifacts,
  type Capabilities,
  type Deliveries,
  type HandlerAccess,
  type McpResult,
} from '@loggia/artifacts';
import { authorOf, localPrincipal, type Principal } from '@loggia/access';
import type { ArtifactReference, Viewer } from '@loggia/content';
import { uiOf, type McpTool } from '@loggia/mcp';
import {
  ProtocolError,
  type Artifact,
  type ArtifactVersion,
  type OperationsOf,
  type typeExtensions,
} from '@loggia/protocol';
import { builtinProvider, type Provider, type Resolution } from '@loggia/registry';
import type { z } from 'zod';
import { answersFor } from './answering.ts';
import { lentGrant, lentPowers } from './lent-powers.ts';
import type { WorkspaceRegistries } from './workspace-registries.ts';
import type { OpenViews } from './open-views.ts';
import { readText } from './read-text.ts';
import type { ShownArtifacts } from './shown-artifacts.ts';
import { grantFor } from './tool-grant.ts';
import type { TypePolicies } from './type-policy.ts';
import { explanationOf, typeViews } from './type-views.ts';

type Extensions = typeof typeExtensions;
type Params<Name extends keyof Extensions> = Omit<z.output<Extensions[Name]['params']>, 'channel' | '_meta'>;
type Result<Name extends keyof Extensions> = z.output<Extensions[Name]['result']>;

/** The caller of an operation on types. */
export interface TypeCaller {
  readonly clientId: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

export type TypeOperations = OperationsOf<Extensions, TypeCaller>;

export interface TypeOperationPorts {
  readonly artifacts: Artifacts;
  readonly registry: WorkspaceRegistries;
  readonly policies: TypePolicies;
  definitionOf(server: string): string | undefined;
  readonly handlers: HandlerAccess;
  readonly views: OpenViews;
  readonly shown: ShownArtifacts;
  /** Whether the client is connected. */
  isHere(clientId: string): boolean;
  readonly deliveries: Deliveries;
  readonly capabilities: Capabilities;
  /** Revokes the keys that a server holds. */
  revokeKeys(server: string): void;
}

const callWithinMs = 60_000;

/** A way to show something: the shell itself, or a server's tool. */
interface Showing {
  readonly provider: Provider;
  readonly viewer: Viewer;
}

/** Operations on types: listing them, opening artifacts, running their capabilities, and resolving conflicts. */
export function createTypeOperations(ports: TypeOperationPorts): TypeOperations {
  const { artifacts, registry, policies, handlers, views, deliveries, capabilities } = ports;

  async function found(
    id: string,
    version?: number,
  ): Promise<{ artifact: Artifact; version?: ArtifactVersion }> {
    const read = await artifacts.getArtifact({ artifact: id, version }, artifactCaller(localPrincipal));
    if (read.artifact.deletedAt !== undefined)
      throw new ProtocolError('NotFound', `"${read.artifact.title}" is in the trash. Restore it first.`);
    return { artifact: read.artifact, ...(read.version && { version: read.version }) };
  }

  function referenceTo(artifact: Artifact, version?: ArtifactVersion): ArtifactReference {
    const { id, workspace, state, revision } = artifact;
    const { type, title, context, content } = version ?? artifact;
    return addressed(
      {
        id,
        workspace,
        type,
        title,
        state: version ? 'committed' : (state as ArtifactReference['state']),
        revision,
        version: version?.version ?? artifact.version,
        ...((version || state === 'archived') && { readOnly: true }),
        context,
        ...(content && { content: { hash: content.hash, size: content.size } }),
      },
      (artifactId, at) => handlers.contentUrl(artifactId, at),
    );
  }

  function toolOf(workspace: string, server: string, tool: string): McpTool | undefined {
    return registry.server(workspace, server)?.connection?.tools.find(({ name }) => name === tool);
  }

  async function ask(
    {
      artifact,
      server,
      tool,
      extra,
      grant,
    }: {
      artifact: ArtifactReference;
      server: string;
      tool: string;
      extra?: Record<string, unknown>;
      grant: 'read' | 'write';
    },
    resolution: Resolution,
    { principal, signal }: TypeCaller,
  ): Promise<McpResult> {
    try {
      return await handlers.call({
        workspace: artifact.workspace,
        server,
        tool,
        arguments: { ...extra, artifact },
        about: {
          artifact: artifact.id,
          by: authorOf(principal),
          grant: grant === 'read' ? grant : grantFor(toolOf(artifact.workspace, server, tool)),
          permissions: lentPowers(resolution, server, [principal]),
        },
        timeoutMs: callWithinMs,
        signal,
      });
    } catch (error) {
      throw new ProtocolError('Unavailable', error instanceof Error ? error.message : String(error));
    }
  }

  return {
    async listTypes({ workspace }: Params<'x-loggia/listTypes'>): Promise<Result<'x-loggia/listTypes'>> {
      return { types: typeViews(await registry.awake(workspace)) };
    },

    async explainType({ workspace, type }: Params<'x-loggia/explainType'>) {
      return { explanation: explanationOf(await registry.awake(workspace), type) };
    },

    async setTypePolicy(change: Params<'x-loggia/setTypePolicy'>) {
      policies.change(change, (server) => ports.definitionOf(server));
      for (const decided of [change.grants, change.trust]) if (decided) ports.revokeKeys(decided.server);
      registry.refreshAll();
      return {};
    },

    async openArtifact(
      { artifact: id, version: at, with: wanted, mode: asked }: Params<'x-loggia/openArtifact'>,
      asking: TypeCaller,
    ): Promise<Result<'x-loggia/openArtifact'>> {
      const { artifact, version } = await found(id, at);
      const { workspace } = artifact;
      const resolution = (await registry.awake(workspace)).resolve(version?.type ?? artifact.type);
      const showing = chooseViewer(resolution, wanted);
      if ('native' in showing.viewer)
        return { opened: { kind: 'native', renderer: showing.viewer.native, artifact } };
      const { provider, viewer } = showing;
      const server = provider.kind === 'server' ? provider.server : '';
      const { tool } = viewer as { readonly tool: string };
      assertMayOpen(resolution, provider, { wanted, by: asking.principal });
      const reference = referenceTo(artifact, version);
      const mode = asked !== undefined && hasModes(resolution, provider) ? { mode: asked } : {};
      const isRead = version !== undefined || artifact.state === 'archived' || 'mode' in mode;
      const grant = isRead ? 'read' : lentGrant(asking.principal);
      const result = await ask({ artifact: reference, server, tool, extra: mode, grant }, resolution, asking);
      const equipped = registry.server(workspace, server);
      const described = toolOf(workspace, server, tool);
      const resourceUri = described && uiOf(described)?.['resourceUri'];
      const { principal } = asking;
      const { type } = artifact;
      const view = views.open({ artifact: id, workspace, server, principal, grant, type });
      return {
        opened: {
          kind: 'view',
          artifact,
          server,
          ...(equipped?.channel !== undefined && { mcpChannel: equipped.channel }),
          tool,
          ...(typeof resourceUri === 'string' && { resourceUri }),
          view,
          input: { artifact: reference, ...mode },
          result: withoutPlatform(result),
        },
      };
    },

    async showArtifacts(
      { artifacts: ids }: Params<'x-loggia/showArtifacts'>,
      { clientId, principal }: TypeCaller,
    ): Promise<Result<'x-loggia/showArtifacts'>> {
      // Without a connection nobody would notice that the client has gone.
      if (!ports.isHere(clientId)) return { discarded: [] };
      const left = ports.shown.show(clientId, ids);
      const discarded = await artifacts.discardUntouched(left, artifactCaller(principal));
      return { discarded: discarded.map(({ id, title }) => ({ id, title })) };
    },

    async runAction(
      { artifact: id, action }: Params<'x-loggia/runAction'>,
      asking: TypeCaller,
    ): Promise<Result<'x-loggia/runAction'>> {
      const { artifact } = await found(id);
      const resolution = (await registry.awake(artifact.workspace)).resolve(artifact.type);
      const declared = resolution.contract?.presentation.actions?.find((known) => known.id === action);
      const server = resolution.provider?.kind === 'server' ? resolution.provider.server : undefined;
      if (!declared || server === undefined || declared.tool === undefined) {
        const known = (resolution.contract?.presentation.actions ?? []).map((other) => other.id).join(', ');
        throw new ProtocolError(
          'NotFound',
          `The type ${artifact.type} has no action "${action}"${known === '' ? '' : `; it has ${known}`}.`,
        );
      }
      if (asking.principal.kind !== 'local' && !answersFor(resolution, server))
        throw notChosen(resolution, server);
      if (declared.states && !declared.states.includes(artifact.state as never))
        throw new ProtocolError(
          'Conflict',
          `"${declared.label}" isn't available for artifacts that are ${artifact.state}.`,
        );
      const result = await ask(
        { artifact: referenceTo(artifact), server, tool: declared.tool, extra: { action }, grant: 'write' },
        resolution,
        asking,
      );
      return { result: withoutPlatform(result) };
    },

    async runCapability(
      { artifact: id, capability }: Params<'x-loggia/runCapability'>,
      { principal }: TypeCaller,
    ): Promise<Result<'x-loggia/runCapability'>> {
      const { artifact } = await found(id);
      await registry.awake(artifact.workspace);
      const row = await artifacts.row(id);
      if (!row) throw new ProtocolError('NotFound', `There is no artifact ${id}.`);
      return {
        result: withoutPlatform(await capabilities.run(row, capability, { by: authorOf(principal) })),
      };
    },

    readText: (params: Params<'x-loggia/readText'>, { principal }: TypeCaller) =>
      readText(
        { artifacts, capabilities, awake: (workspace) => registry.awake(workspace) },
        params,
        principal,
      ),

    ...deliveries,
  };
}

/** Whether the viewer declares that it can be told to let people read only. */
function hasModes({ viewer, contract }: Resolution, provider: Provider): boolean {
  const { modes = [] } = contract?.presentation ?? {};
  const isUsual = viewer?.provider.kind === 'server' && provider.kind === 'server';
  return (
    isUsual && viewer.provider.server === provider.server && modes.includes('view') && modes.includes('edit')
  );
}

function chooseViewer(resolution: Resolution, wanted: string | undefined): Showing {
  const { viewer, alternates, mime, conflict } = resolution;
  const choices: Showing[] = [
    ...(viewer ? [{ provider: viewer.provider, viewer: viewer.viewer }] : []),
    ...alternates.flatMap(({ provider, viewer: other }) => (other ? [{ provider, viewer: other }] : [])),
  ];
  const chosen =
    wanted === undefined ? choices[0] : choices.find(({ provider }) => isCalled(provider, wanted));
  if (chosen) return chosen;
  if (wanted === undefined)
    throw new ProtocolError(
      'NotFound',
      conflict?.message ?? `Nothing here can show ${mime}. Add a server that owns the type, or download it.`,
    );
  const names = choices.map(({ provider }) =>
    provider.kind === 'builtin' ? builtinProvider : provider.name,
  );
  const meant = alternates.find(({ provider }) => isCalled(provider, wanted))?.provider;
  throw new ProtocolError(
    'NotFound',
    `"${meant?.kind === 'server' ? meant.name : wanted}" cannot open ${mime}. ${names.length > 0 ? `It can be opened with ${names.join(', ')}.` : ''}`.trim(),
  );
}

/**
 * Opening gives a key to the artifact to the viewer's server. A person can name any viewer. Otherwise it must be the
 * type's owner, the user's choice, or the only server that knows the type by its own name.
 */
function assertMayOpen(
  resolution: Resolution,
  provider: Provider,
  { wanted, by }: { readonly wanted: string | undefined; readonly by: Principal },
): void {
  if (provider.kind === 'builtin' || answersFor(resolution, provider.server)) return;
  const { viewer, rule } = resolution;
  const isOnlyOne = rule === 'sole-alternate' && viewer?.relation === 'itself';
  if (by.kind === 'local' && (wanted !== undefined || isOnlyOne || viewer?.relation === 'inherited')) return;
  throw notChosen(resolution, provider.name);
}

function notChosen({ mime }: Resolution, server: string): ProtocolError {
  return new ProtocolError(
    'PermissionDenied',
    `"${server}" doesn't own the type ${mime}, and nobody chose it to open that. Choose it under "Open with" first.`,
  );
}

/** By id, or by name. */
function isCalled(provider: Provider, wanted: string): boolean {
  if (provider.kind === 'builtin') return wanted === builtinProvider;
  return provider.server === wanted || provider.name === wanted;
}

/** The result as clients get it, with mutable arrays and objects. */
function withoutPlatform({ content, structuredContent, isError, _meta }: McpResult) {
  return {
    ...(content && { content: content.map((block) => ({ ...block })) }),
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError !== undefined && { isError }),
    ...(_meta && { _meta: { ..._meta } }),
  };
}
