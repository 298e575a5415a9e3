import type { HandlerAccess, HandlerServer, HandlerStatus } from './handler-access.ts';

/** Statuses with the same mark allow the same things. */
function markOf(status: HandlerStatus): string {
  if (status.kind === 'platform') return ['platform', ...(status.providers ?? []).map(serverMark)].join(' ');
  return status.kind === 'server' ? `server ${serverMark(status)}` : status.kind;
}

function serverMark({ server, ready }: HandlerServer): string {
  return `${server} ${ready ? 'ready' : 'down'}`;
}

/** The handler status that something waits under, by workspace and type: only a change of it requires another look. */
export class HandlerStatusMarks {
  readonly #handlers: Pick<HandlerAccess, 'statusOf'>;
  readonly #marks = new Map<string, Map<string, string>>();

  constructor(handlers: Pick<HandlerAccess, 'statusOf'>) {
    this.#handlers = handlers;
  }

  note(workspace: string, type: string, status: HandlerStatus): void {
    const types = this.#marks.get(workspace) ?? new Map<string, string>();
    this.#marks.set(workspace, types);
    types.set(type, markOf(status));
  }

  forget(workspace: string): void {
    this.#marks.delete(workspace);
  }

  isStale(workspace: string): boolean {
    const types = [...(this.#marks.get(workspace) ?? [])];
    return types.some(([type, mark]) => markOf(this.#handlers.statusOf(workspace, type)) !== mark);
  }

  /** The workspaces for which `isStale` is true. */
  stale(): readonly string[] {
    return [...this.#marks.keys()].filter((workspace) => this.isStale(workspace));
  }

  /** The workspaces in which something waits for a server that is declared. */
  awaitingServers(): readonly string[] {
    return [...this.#marks]
      .filter(([, types]) => [...types.values()].some((mark) => mark.startsWith('server ')))
      .map(([workspace]) => workspace);
  }
}
