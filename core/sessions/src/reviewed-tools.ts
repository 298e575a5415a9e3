import type { Kernel } from '@loggia/kernel';

/** A tool whose results the user reads before the agent does; all tools of the server if none is named. */
export interface ReviewedTool {
  readonly server: string;
  /** The server's own name for it. */
  readonly tool?: string;
}

const namespace = 'reviewed';
export const reviewRecords = [namespace] as const;

export interface ReviewPorts {
  readonly kernel: Pick<Kernel, 'records'>;
  /** The user whose choices these are. */
  readonly user: string;
  /** Servers by name, or `server/tool`, from the host's configuration. */
  readonly configured?: readonly string[] | undefined;
}

/** The tools whose results wait for the user before an agent gets them. */
export class ReviewedTools {
  readonly #ports: ReviewPorts;

  constructor(ports: ReviewPorts) {
    this.#ports = ports;
  }

  get configured(): readonly string[] {
    return this.#ports.configured ?? [];
  }

  async list(): Promise<ReviewedTool[]> {
    const { kernel, user } = this.#ports;
    const start = `[${JSON.stringify(user)},`;
    const found = await kernel.records.list(namespace, { after: start, before: `${start}#` });
    return found.map(({ value }) => value as ReviewedTool);
  }

  set(reviewed: ReviewedTool, wanted: 'review' | 'pass'): void {
    const { records } = this.#ports.kernel;
    const key = this.#keyOf(reviewed);
    if (wanted === 'review') records.put(namespace, key, reviewed);
    else records.delete(namespace, key);
  }

  async includes({
    server,
    serverName,
    tool,
  }: Required<ReviewedTool> & { readonly serverName: string }): Promise<boolean> {
    const { configured } = this;
    if (configured.includes(serverName) || configured.includes(`${serverName}/${tool}`)) return true;
    const { records } = this.#ports.kernel;
    for (const reviewed of [{ server }, { server, tool }])
      if ((await records.get(namespace, this.#keyOf(reviewed))) !== undefined) return true;
    return false;
  }

  /** Forgets every user's choices for a server that was removed. */
  async forgetServer(server: string): Promise<void> {
    const { records } = this.#ports.kernel;
    for (const { key, value } of await records.list(namespace))
      if ((value as ReviewedTool).server === server) records.delete(namespace, key);
  }

  #keyOf({ server, tool = '' }: ReviewedTool): string {
    return JSON.stringify([this.#ports.user, server, tool]);
  }
}
