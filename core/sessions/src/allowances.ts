import type { Clock, Kernel, StoredRecord } from '@loggia/kernel';

/** A tool that runs without asking the user again. */
export interface Allowance {
  readonly id: string;
  /** The customization that the tool comes from, and its name when the tool was allowed. */
  readonly server: string;
  readonly serverName: string;
  /** The name under which sessions offer it; for Views, the server's own name for it. */
  readonly tool: string;
  /**
   * The fingerprint of the tool's and the server's definition when it was allowed. Absent in old allowances, which no
   * longer count.
   */
  readonly definition?: string;
  /** The session it is limited to; absent if the tool is allowed everywhere. */
  readonly session?: string;
  /** It is allowed to Views of its server, not to agents. */
  readonly views?: true;
  readonly since: string;
}

export interface AllowedTool {
  readonly server: string;
  readonly serverName: string;
  readonly tool: string;
  readonly definition: string;
}

/** Allowed everywhere or in the session. `changed`: it was allowed, but its definition has changed since. */
export type AllowanceState = 'always' | 'session' | 'changed' | 'none';

const namespace = 'allowed';
const inSessions = 'allowed-in-session';
export const allowanceRecords = [namespace, inSessions] as const;

export interface AllowancePorts {
  readonly kernel: Pick<Kernel, 'records'>;
  readonly clock: Clock;
  /** The user who gave these allowances. */
  readonly user: string;
}

/**
 * Tools that users have allowed permanently or for one session. Allowances survive restarts and end when they are
 * revoked.
 */
export class Allowances {
  readonly #ports: AllowancePorts;

  constructor(ports: AllowancePorts) {
    this.#ports = ports;
  }

  async list(): Promise<Allowance[]> {
    const { kernel, user } = this.#ports;
    const everywhere = await kernel.records.list(namespace, keysOf(user));
    const found = [...everywhere, ...(await kernel.records.list(inSessions))];
    return found.map(({ value }) => {
      const { definition: _definition, ...shown } = value as Allowance;
      return shown;
    });
  }

  /** Resolves to false if there is no allowance with that id. */
  async revoke(id: string): Promise<boolean> {
    const { records } = this.#ports.kernel;
    for (const space of [namespace, inSessions]) {
      if ((await records.get(space, id)) === undefined) continue;
      records.delete(space, id);
      return true;
    }
    return false;
  }

  async stateOf(
    session: string,
    { server, tool, definition }: Omit<AllowedTool, 'serverName'>,
  ): Promise<AllowanceState> {
    const { kernel, user } = this.#ports;
    const everywhere = await kernel.records.get(namespace, keyOf(user, server, tool));
    const here = await kernel.records.get(inSessions, keyOf(session, server, tool));
    const [always, inSession] = [everywhere, here].map(
      (value) => (value as Allowance | undefined)?.definition,
    );
    if (always === definition) return 'always';
    if (inSession === definition) return 'session';
    return always === undefined && inSession === undefined ? 'none' : 'changed';
  }

  allowEverywhere({ server, serverName, tool, definition }: AllowedTool): void {
    const id = keyOf(this.#ports.user, server, tool);
    this.#put(namespace, { id, server, serverName, tool, definition, since: this.#now() });
  }

  /** Whether Views of the server may run the tool as it is defined now. Allowances of agents don't count. */
  async includesViews({ server, tool, definition }: Omit<AllowedTool, 'serverName'>): Promise<boolean> {
    const { kernel, user } = this.#ports;
    const found = await kernel.records.get(namespace, keyOf(user, server, tool, 'views'));
    return (found as Allowance | undefined)?.definition === definition;
  }

  allowViews({ server, serverName, tool, definition }: AllowedTool): void {
    const id = keyOf(this.#ports.user, server, tool, 'views');
    const since = this.#now();
    this.#put(namespace, { id, server, serverName, tool, definition, views: true, since });
  }

  allowIn(session: string, { server, serverName, tool, definition }: AllowedTool): void {
    const id = keyOf(session, server, tool);
    this.#put(inSessions, { id, server, serverName, tool, definition, session, since: this.#now() });
  }

  /** Forgets every user's allowances for a server that was removed. */
  async forgetServer(server: string): Promise<void> {
    const { records } = this.#ports.kernel;
    for (const space of [namespace, inSessions]) {
      for (const { key, value } of await records.list(space))
        if ((value as Allowance).server === server) records.delete(space, key);
    }
  }

  /**
   * The allowances of one session, to be dropped with it: a session created later under the same URI must not inherit
   * them.
   */
  of(session: string): Promise<StoredRecord[]> {
    return this.#ports.kernel.records.list(inSessions, keysOf(session));
  }

  drop(allowances: readonly StoredRecord[]): void {
    for (const { key } of allowances) this.#ports.kernel.records.delete(inSessions, key);
  }

  #put(space: string, allowance: Allowance): void {
    this.#ports.kernel.records.put(space, allowance.id, allowance);
  }

  #now(): string {
    return new Date(this.#ports.clock.now()).toISOString();
  }
}

function keyOf(owner: string, server: string, tool: string, ...to: 'views'[]): string {
  return JSON.stringify([owner, server, tool, ...to]);
}

/** The range of all keys of one owner: they continue with a quotation mark, and `#` is the next code point. */
function keysOf(owner: string): { readonly after: string; readonly before: string } {
  const start = `[${JSON.stringify(owner)},`;
  return { after: start, before: `${start}#` };
}
