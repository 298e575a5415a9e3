import { agentOf, localPrincipal, type Principal } from '@loggia/access';
import type { Artifacts } from '@loggia/artifacts';
import { apiMetaKey } from '@loggia/content';
import { answersFor } from './answering.ts';
import type { KeyRing } from './key-ring.ts';
import { lentPowers } from './lent-powers.ts';
import type { WorkspaceRegistries } from './workspace-registries.ts';
import type { OpenViews } from './open-views.ts';
import { grantFor } from './tool-grant.ts';

type Meta = Readonly<Record<string, unknown>>;

/** A message of a View to its server. */
export interface ViewCall {
  readonly server: string;
  readonly tool: string;
  readonly principal: Principal;
}

/** A call of an agent. */
export interface AgentCall {
  readonly server: string;
  /** The name of the agent. */
  readonly agent: string;
  /** The workspace of its session; undefined if that has none. */
  readonly workspace?: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether the call was allowed as read-only. */
  readonly readOnly: boolean;
}

export interface CallKeyPorts {
  readonly views: Pick<OpenViews, 'find'>;
  readonly registry: Pick<WorkspaceRegistries, 'of' | 'server' | 'awake'>;
  readonly keys: Pick<KeyRing, 'issue'>;
  readonly artifacts: Pick<Artifacts, 'row'>;
  /** A call that may change the artifact is under way. */
  used(artifact: string): void;
}

/** The keys that calls carry to a server, in `_meta`, so that it can act on the artifact that the call is about. */
export class CallKeys {
  readonly #ports: CallKeyPorts;

  constructor(ports: CallKeyPorts) {
    this.#ports = ports;
  }

  /** Undefined unless the View was opened for an artifact. */
  forView(view: string, asked: ViewCall): Meta | undefined {
    const { views, registry, keys, used } = this.#ports;
    const open = views.find(view, asked);
    if (!open) return undefined;
    const { artifact, workspace, server } = open;
    const resolution = registry.of(workspace).resolve(open.type);
    const tool = registry
      .server(workspace, server)
      ?.connection?.tools.find(({ name }) => name === asked.tool);
    const grant = open.grant === 'read' ? 'read' : grantFor(tool);
    if (grant === 'write') used(artifact);
    const permissions = lentPowers(resolution, server, [open.principal, asked.principal]);
    const title = resolution.contract?.presentation.label;
    const calledBy = { kind: 'view', ...(title !== undefined && { name: title }) } as const;
    return { [apiMetaKey]: keys.issue({ workspace, server, artifact, grant, permissions, calledBy }) };
  }

  /** Undefined unless the call is about an artifact of the session's workspace whose type that server answers for. */
  async forAgent({ server, agent, workspace: home, input, readOnly }: AgentCall): Promise<Meta | undefined> {
    const { registry, keys, artifacts, used } = this.#ports;
    const id = input['artifact'];
    const row = typeof id === 'string' ? await artifacts.row(id) : undefined;
    if (!row || row.deletedAt !== undefined) return undefined;
    const { id: artifact, workspace } = row;
    if (home !== undefined && workspace !== home) return undefined;
    const resolution = (await registry.awake(workspace)).resolve(row.type);
    if (!answersFor(resolution, server)) return undefined;
    const grant = readOnly ? 'read' : 'write';
    if (grant === 'write') used(artifact);
    const permissions = lentPowers(resolution, server, [agentOf(localPrincipal)]);
    const calledBy = { kind: 'agent', name: agent } as const;
    return { [apiMetaKey]: keys.issue({ workspace, server, artifact, grant, permissions, calledBy }) };
  }
}
