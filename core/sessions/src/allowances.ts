import type { Clock, Kernel, StoredRecord } from '@loggia/kernel';

/** A tool that a user need not be asked about again. */
export interface Allowance {
  readonly id: string;
  /** The customization that the tool comes from, and what it was called then. */
  readonly server: string;
  readonly serverName: string;
  /** As sessions offer it. */
  readonly tool: string;
  /** The fingerprint of how tool and server were defined then. Absent in allowances from before, which no longer count. */
  readonly definition?: string;
  /** Only there; everywhere when left out. */
  readonly session?: string;
  readonly since: string;
}

export interface AllowedTool {
  readonly server: string;
  readonly serverName: string;
  readonly tool: string;
  readonly definition: string;
}

/** Allowed everywhere or in the session. `changed`: it was allowed, but is defined differently now. */
export type AllowanceStanding = 'always' | 'session' | 'changed' | 'none';

const namespace = 'allowed';
const inSessions = 'allowed-in-session';
export const allowanceRecords = [namespace, inSessions] as const;

export interface AllowancePorts {
  readonly kernel: Pick<Kernel, 'records'>;
  readonly clock: Clock;
  /** Whose they are. */
  readonly user: string;
}

/** What users have allowed for good, or for one session. Survives the host; ends when it is revoked. */
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

  /** False when there is none with that id. */
  async revoke(id: string): Promise<boolean> {
    const { records } = this.#ports.kernel;
    for (const space of [namespace, inSessions]) {
      if ((await records.get(space, id)) === undefined) continue;
      records.delete(space, id);
      return true;
    }
    return false;
  }

  async standing(
    session: string,
    { server, tool, definition }: Omit<AllowedTool, 'serverName'>,
  ): Promise<AllowanceStanding> {
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

  allowIn(session: string, { server, serverName, tool, definition }: AllowedTool): void {
    const id = keyOf(session, server, tool);
    this.#put(inSessions, { id, server, serverName, tool, definition, session, since: this.#now() });
  }

  /** Everything that was allowed of a server that is gone, for everybody. */
  async forgetServer(server: string): Promise<void> {
    const { records } = this.#ports.kernel;
    for (const space of [namespace, inSessions]) {
      for (const { key, value } of await records.list(space))
        if ((value as Allowance).server === server) records.delete(space, key);
    }
  }

  /** Those of one session, to be dropped with it: a session that is created under its URI later has none of them. */
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

function keyOf(owner: string, server: string, tool: string): string {
  return JSON.stringify([owner, server, tool]);
}

/** All keys of one owner: a quotation mark follows, and `#` comes right after it. */
function keysOf(owner: string): { readonly after: string; readonly before: string } {
  const start = `[${JSON.stringify(owner)},`;
  return { after: start, before: `${start}#` };
}
