import type {
  Artifact,
  ArtifactSummary,
  Delivery,
  TypeExplanation,
  WorkspaceSummary,
} from '@loggia/protocol';
import type { Endpoint } from './host-process.ts';

export class ApiError extends Error {
  readonly status: number;
  readonly kind: string;
  readonly data: unknown;

  constructor(status: number, error: { kind: string; message: string; data?: unknown }) {
    super(error.message);
    this.status = status;
    this.kind = error.kind;
    this.data = error.data;
  }
}

/** The host's commands over HTTP, as any program would call them. */
export class Api {
  readonly #endpoint: () => Endpoint;
  readonly #token: string | undefined;

  /** The endpoint is read for each call, because a restarted host listens on another port. */
  constructor(endpoint: () => Endpoint, token?: string) {
    this.#endpoint = endpoint;
    this.#token = token;
  }

  fetch(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const { http, token } = this.#endpoint();
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.#token ?? token}`);
    return fetch(`${http}/api/${path}`, { ...init, headers });
  }

  async call<Result = Record<string, unknown>>(command: string, params: object = {}): Promise<Result> {
    const response = await this.fetch(command, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(params),
    });
    const answer = (await response.json()) as { error: { kind: string; message: string; data?: unknown } };
    if (!response.ok) throw new ApiError(response.status, answer.error);
    return answer as unknown as Result;
  }

  async firstWorkspace(): Promise<WorkspaceSummary> {
    const { workspaces } = await this.call<{ workspaces: WorkspaceSummary[] }>('listWorkspaces');
    const [first] = workspaces;
    if (!first) throw new Error('There is no workspace.');
    return first;
  }

  async create(params: object): Promise<Artifact> {
    return (await this.call<{ artifact: Artifact }>('createArtifact', params)).artifact;
  }

  commit(message: string, ...ids: string[]): Promise<unknown> {
    return this.call('commitArtifacts', { artifacts: ids.map((id) => ({ id })), message });
  }

  async artifact(id: string): Promise<Artifact> {
    return (await this.call<{ artifact: Artifact }>('getArtifact', { artifact: id })).artifact;
  }

  async artifacts(workspace: string): Promise<ArtifactSummary[]> {
    return (await this.call<{ artifacts: ArtifactSummary[] }>('listArtifacts', { workspace })).artifacts;
  }

  async explain(workspace: string, type: string): Promise<TypeExplanation> {
    return (await this.call<{ explanation: TypeExplanation }>('explainType', { workspace, type }))
      .explanation;
  }

  async deliveries(): Promise<Delivery[]> {
    return (await this.call<{ deliveries: Delivery[] }>('listDeliveries')).deliveries;
  }
}
