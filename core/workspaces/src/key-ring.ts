import { localPrincipal, type Delegations } from '@loggia/access';
import type { ApiAccess, Permission } from '@loggia/content';
import type { WorkspaceRegistries } from './workspace-registries.ts';
import type { TypePolicies } from './type-policy.ts';

/** What a key is for, and whom it is given to. */
export interface KeyRequest {
  readonly workspace: string;
  readonly server: string;
  readonly artifact: string;
  readonly grant: 'read' | 'write';
  /** What the type's contract needs, as far as whoever is behind the call holds it. */
  readonly permissions: readonly Permission[];
}

export interface KeyRingPorts {
  readonly delegations: Pick<Delegations, 'issue'>;
  readonly registry: Pick<WorkspaceRegistries, 'server' | 'isPlatform'>;
  readonly policies: Pick<TypePolicies, 'grantsOf'>;
  /** Where the public API is, as servers on this machine reach it. */
  readonly apiUrl: string;
}

/** Long enough for a call and what its server does after it, short enough to be worth little to a thief. */
const keyLifetimeMs = 10 * 60_000;

/** The keys with which servers act on single artifacts. */
export class KeyRing {
  readonly #ports: KeyRingPorts;

  constructor(ports: KeyRingPorts) {
    this.#ports = ports;
  }

  issue({ workspace, server, artifact, grant, permissions }: KeyRequest): ApiAccess {
    const { delegations, apiUrl } = this.#ports;
    const { token, expiresAt } = delegations.issue({
      by: localPrincipal,
      actor: { kind: 'handler', server, name: this.#nameOf(workspace, server) },
      artifacts: [artifact],
      grant,
      permissions: this.#granted(workspace, server, permissions),
      lifetimeMs: keyLifetimeMs,
    });
    return { url: apiUrl, token, expiresAt: new Date(expiresAt).toISOString() };
  }

  /** It is part of the key, which has to fit into a header. */
  #nameOf(workspace: string, server: string): string {
    return (this.#ports.registry.server(workspace, server)?.name ?? server).slice(0, 100);
  }

  /** What comes with the host has what it asks for; others get it from the user. */
  #granted(workspace: string, server: string, asked: readonly Permission[]): readonly Permission[] {
    const { registry, policies } = this.#ports;
    if (registry.isPlatform(workspace, server)) return asked;
    const allowed = policies.grantsOf(server, registry.server(workspace, server)?.definition);
    return asked.filter((permission) => allowed.includes(permission));
  }
}
