import { localPrincipal, type Actor, type Delegations } from '@loggia/access';
import type { ApiAccess, Permission } from '@loggia/content';
import type { WorkspaceRegistries } from './workspace-registries.ts';
import type { TypePolicies } from './type-policy.ts';

/** The purpose and the receiver of a key. */
export interface KeyRequest {
  readonly workspace: string;
  readonly server: string;
  readonly artifact: string;
  readonly grant: 'read' | 'write';
  /** The permissions that the type's contract needs, limited to those of everybody behind the call. */
  readonly permissions: readonly Permission[];
  /** The agent or View whose call the key goes along with. */
  readonly calledBy?: Actor['calledBy'];
}

export interface KeyRingPorts {
  readonly delegations: Pick<Delegations, 'issue'>;
  readonly registry: Pick<WorkspaceRegistries, 'server' | 'isPlatform'>;
  readonly policies: Pick<TypePolicies, 'grantsOf'>;
  /** The address of the public API for servers on this machine. */
  readonly apiUrl: string;
}

/** Long enough for a call and its server's follow-up work, short enough to be worth little to a thief. */
const keyLifetimeMs = 10 * 60_000;

/** Issues the keys with which servers act on single artifacts. */
export class KeyRing {
  readonly #ports: KeyRingPorts;

  constructor(ports: KeyRingPorts) {
    this.#ports = ports;
  }

  issue({ workspace, server, artifact, grant, permissions, calledBy }: KeyRequest): ApiAccess {
    const { delegations, apiUrl } = this.#ports;
    const { token, expiresAt } = delegations.issue({
      by: localPrincipal,
      actor: {
        kind: 'handler',
        server,
        name: this.#nameOf(workspace, server),
        ...(calledBy && { calledBy: { ...calledBy, ...(calledBy.name && { name: short(calledBy.name) }) } }),
      },
      artifacts: [artifact],
      grant,
      permissions: this.#granted(workspace, server, permissions),
      lifetimeMs: keyLifetimeMs,
    });
    return { url: apiUrl, token, expiresAt: new Date(expiresAt).toISOString() };
  }

  #nameOf(workspace: string, server: string): string {
    return short(this.#ports.registry.server(workspace, server)?.name ?? server);
  }

  /** Servers that come with the host get what they ask for; others need the user's permission. */
  #granted(workspace: string, server: string, asked: readonly Permission[]): readonly Permission[] {
    const { registry, policies } = this.#ports;
    if (registry.isPlatform(workspace, server)) return asked;
    const allowed = policies.grantsOf(server, registry.server(workspace, server)?.definition);
    return asked.filter((permission) => allowed.includes(permission));
  }
}

/** Names are part of the key, which must fit into a header. */
function short(name: string): string {
  return name.slice(0, 100);
}
