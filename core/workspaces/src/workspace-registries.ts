import { parseMime, permissions, type Permission, type TypeContract } from '@loggia/content';
import type { EquipmentService, EquippedServer } from '@loggia/customizations';
import type { Kernel } from '@loggia/kernel';
import { workspaceOf, workspaceUri, type WorkspaceState } from '@loggia/protocol';
import { buildRegistry, type Claim, type Registry, type Trust, type TypeDefect } from '@loggia/registry';
import { ContractCache } from './contract-cache.ts';
import type { TypePolicies } from './type-policy.ts';
import { typeViews } from './type-views.ts';

export interface RegistryPorts {
  readonly kernel: Kernel;
  readonly equipment: Pick<EquipmentService, 'servers' | 'onServersChanged'>;
  readonly policies: TypePolicies;
  readonly builtins: readonly TypeContract[];
  readonly builtinProblems: readonly TypeDefect[];
  /** The URIs of plugins that come with the host: their servers count as the platform. */
  readonly platformSources: ReadonlySet<string>;
  /** Keeps the servers of a workspace running until the returned function is called. */
  use(workspace: string): () => void;
  report(problem: string, error: unknown): void;
}

/** The source of a server decides how far it is trusted with types, until a user decides otherwise. */
const trustedSources: ReadonlySet<string> = new Set(['host', 'added']);

/**
 * The registry of each workspace, updated as its servers come, change and go. Changes are published on the workspace's
 * channel.
 */
export class WorkspaceRegistries {
  readonly #ports: RegistryPorts;
  readonly #contracts: ContractCache;
  readonly #registries = new Map<string, Registry>();
  readonly #listeners = new Set<(workspace: string) => void>();
  readonly #bare: Registry;
  #unlisten: (() => void) | undefined;

  constructor(ports: RegistryPorts) {
    this.#ports = ports;
    this.#bare = this.#build([]);
    this.#contracts = new ContractCache({
      kernel: ports.kernel,
      changed: () => this.refreshAll(),
      report: (problem, error) => ports.report(problem, error),
    });
  }

  async start(): Promise<void> {
    await this.#contracts.load();
    this.#unlisten = this.#ports.equipment.onServersChanged((uri) => {
      const workspace = workspaceOf(uri);
      if (workspace !== undefined) this.#refresh(workspace);
    });
  }

  stop(): void {
    this.#unlisten?.();
    this.#listeners.clear();
  }

  /** The current registry; for a workspace not in use, the last one. */
  of(workspace: string): Registry {
    return this.#registries.get(workspace) ?? this.#bare;
  }

  server(workspace: string, id: string): EquippedServer | undefined {
    return this.#ports.equipment.servers(workspaceUri(workspace))?.find((server) => server.id === id);
  }

  /** Whether the server came with the host. */
  isPlatform(workspace: string, id: string): boolean {
    const server = this.server(workspace, id);
    return server !== undefined && this.#trustIn(server) === 'platform';
  }

  /** Whether a type's needs are known: it is standard, or a server answers for it. */
  isKnown(workspace: string, type: string): boolean {
    const { contract, provider, mime } = this.of(workspace).resolve(type);
    if (parseMime(mime)?.tree === 'standard') return true;
    return contract?.mime === mime && provider?.kind === 'server';
  }

  /**
   * The permissions that a type's handler acts with. If no server answers for the type now, because it is down or still
   * starting, those that servers requested when they were last here. While a server hasn't said yet which types it has,
   * an unknown type may need all of them.
   */
  needs(workspace: string, type: string): readonly Permission[] {
    const { contract, mime } = this.of(workspace).resolve(type);
    if (parseMime(mime)?.tree === 'standard') return [];
    if (this.isKnown(workspace, type) && contract) return contract.behaviors.needs;
    const remembered = this.#contracts.needsOf(mime);
    const servers = this.#ports.equipment.servers(workspaceUri(workspace)) ?? [];
    return remembered.length === 0 && servers.some((server) => this.#isUnheard(server))
      ? permissions
      : remembered;
  }

  onChange(listener: (workspace: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Call this when policies or servers' types have changed. */
  refreshAll(): void {
    for (const workspace of this.#registries.keys()) this.#refresh(workspace);
  }

  disposed(workspace: string): void {
    this.#registries.delete(workspace);
  }

  /**
   * The registry once the workspace's servers run and have declared their types, or have had the time to. Doesn't wait
   * for a server whose types are remembered.
   */
  async awake(workspace: string, withinMs = 5_000): Promise<Registry> {
    // A missing workspace is reported elsewhere.
    if (!(await this.#ports.kernel.exists(workspaceUri(workspace)))) return this.#bare;
    const release = this.#ports.use(workspace);
    const enough = AbortSignal.timeout(withinMs);
    try {
      while (!enough.aborted && this.#isWaking(workspace)) await this.#changeOf(workspace, enough);
      return this.of(workspace);
    } finally {
      release();
    }
  }

  #isWaking(workspace: string): boolean {
    const servers = this.#ports.equipment.servers(workspaceUri(workspace));
    if (!servers) return true;
    return servers.some((server) => this.#isUnheard(server));
  }

  /** Whether it is about to say which types it has. */
  #isUnheard(server: EquippedServer): boolean {
    const kind = server.connection?.state.kind;
    return (kind === 'starting' || kind === 'ready') && this.#contracts.of(server) === undefined;
  }

  #changeOf(workspace: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        unlisten();
        unlistenServers();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const unlisten = this.onChange((changed) => changed === workspace && done());
      const unlistenServers = this.#ports.equipment.onServersChanged((uri) => {
        if (uri === workspaceUri(workspace)) done();
      });
      signal.addEventListener('abort', done);
    });
  }

  #refresh(workspace: string): void {
    const uri = workspaceUri(workspace);
    const servers = this.#ports.equipment.servers(uri);
    // Nobody uses the workspace: keep its last types.
    if (!servers) return;
    const registry = this.#build(servers);
    if (this.#registries.get(workspace)?.fingerprint === registry.fingerprint) {
      // The types are the same, but a listener may be waiting for a server to become ready.
      this.#tell(workspace);
      return;
    }
    this.#registries.set(workspace, registry);
    this.#show(uri, registry);
    this.#tell(workspace);
  }

  #tell(workspace: string): void {
    for (const listener of this.#listeners) listener(workspace);
  }

  #show(uri: string, registry: Registry): void {
    const { kernel, report } = this.#ports;
    const channel = kernel.peek<WorkspaceState>(uri);
    if (!channel) return;
    const types = typeViews(registry);
    if (JSON.stringify(types) === JSON.stringify(channel.state.types)) return;
    try {
      kernel.append(channel, { type: 'x-loggia/typesChanged', types } as { readonly type: string });
    } catch (error) {
      report('The types of a workspace could not be shown', error);
    }
  }

  #build(servers: readonly EquippedServer[]): Registry {
    const { builtins, builtinProblems, policies } = this.#ports;
    const claims = servers.flatMap((server, order) => {
      const claim = this.#claim(server, order);
      return claim ? [claim] : [];
    });
    const definitions = new Map(servers.map(({ id, definition }) => [id, definition]));
    const { precedence, chosen } = policies.holding((server) => definitions.get(server));
    return buildRegistry({ claims, builtins, problems: builtinProblems, policy: { precedence, chosen } });
  }

  #claim(server: EquippedServer, order: number): Claim | undefined {
    const { id, name, connection, usable } = server;
    if (!usable || !connection || connection.state.kind === 'stopped') return undefined;
    const served = this.#contracts.of(server);
    if (!served) return undefined;
    return {
      server: id,
      name,
      order,
      trust: this.#trustIn(server),
      contracts: served.contracts,
      problems: served.problems,
    };
  }

  #trustIn({ id, definition, source }: EquippedServer): Trust {
    if (source.kind === 'plugin' && source.uri !== undefined && this.#ports.platformSources.has(source.uri))
      return 'platform';
    return (
      this.#ports.policies.trustIn(id, definition) ??
      (trustedSources.has(source.kind) ? 'trusted' : 'untrusted')
    );
  }
}
