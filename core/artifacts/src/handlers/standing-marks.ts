import type { HandlerDesk, Standing } from './desk.ts';

/** Nothing that cannot go on under a standing can under another with the same mark. */
function markOf(standing: Standing): string {
  if (standing.kind !== 'server') return standing.kind;
  return `server ${standing.server} ${standing.ready ? 'ready' : 'down'}`;
}

/** Under which standing of its type something waits, by workspace: it has to be looked at again only when that changes. */
export class StandingMarks {
  readonly #desk: Pick<HandlerDesk, 'standing'>;
  readonly #marks = new Map<string, Map<string, string>>();

  constructor(desk: Pick<HandlerDesk, 'standing'>) {
    this.#desk = desk;
  }

  note(workspace: string, type: string, standing: Standing): void {
    const types = this.#marks.get(workspace) ?? new Map<string, string>();
    this.#marks.set(workspace, types);
    types.set(type, markOf(standing));
  }

  forget(workspace: string): void {
    this.#marks.delete(workspace);
  }

  isStale(workspace: string): boolean {
    const types = [...(this.#marks.get(workspace) ?? [])];
    return types.some(([type, mark]) => markOf(this.#desk.standing(workspace, type)) !== mark);
  }

  /** The workspaces of which `isStale` is true. */
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
