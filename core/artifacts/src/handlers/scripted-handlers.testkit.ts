import type {
  HandlerCall,
  HandlerAccess,
  McpResult,
  ServerHandlerStatus,
  HandlerStatus,
} from './handler-access.ts';

export const ok: McpResult = { content: [{ type: 'text', text: 'done' }] };
export const failed: McpResult = { isError: true, content: [{ type: 'text', text: 'No ink left.' }] };

/** A ready server that owns a type and handles every event. */
export function owner(server: string, given: Partial<ServerHandlerStatus> = {}): ServerHandlerStatus {
  return {
    kind: 'server',
    server,
    name: server.toUpperCase(),
    ready: true,
    events: {
      create: { tool: 'on_create' },
      commit: { tool: 'on_commit' },
      archive: { tool: 'on_archive' },
      delete: { tool: 'on_delete' },
    },
    capabilities: {},
    needs: [],
    ...given,
  };
}

/** Scripted owners, the same in every workspace. */
export class ScriptedHandlers implements HandlerAccess {
  readonly calls: HandlerCall[] = [];
  /** The number of leases of each workspace's servers. */
  readonly uses = new Map<string, number>();
  answer: (call: HandlerCall) => Promise<McpResult> = async () => ok;
  readonly #statuses = new Map<string, HandlerStatus>();
  readonly #listeners = new Set<(workspace: string) => void>();

  /** Changes the status of a type and reports it for a workspace; without a workspace nothing is reported. */
  set(type: string, status: HandlerStatus, workspace?: string): void {
    this.#statuses.set(type, status);
    if (workspace !== undefined) for (const listener of this.#listeners) listener(workspace);
  }

  statusOf(_workspace: string, type: string): HandlerStatus {
    return this.#statuses.get(type) ?? { kind: 'nobody' };
  }

  use(workspace: string): () => void {
    this.uses.set(workspace, (this.uses.get(workspace) ?? 0) + 1);
    return () => this.uses.set(workspace, (this.uses.get(workspace) ?? 0) - 1);
  }

  call(request: HandlerCall): Promise<McpResult> {
    this.calls.push(request);
    return this.answer(request);
  }

  onChange(listener: (workspace: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  contentUrl(artifact: string, version?: number): string {
    return `http://host/${artifact}${version === undefined ? '' : `?version=${version}`}`;
  }
}
