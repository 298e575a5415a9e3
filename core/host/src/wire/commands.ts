import { authorize, type Grant, type Principal, type Subject } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import type { ChannelCaller } from '@loggia/mcp';
import { explain, ProtocolError } from '@loggia/protocol';
import type { z } from 'zod';
import type { StallGuard } from './stall-guard.ts';

export interface Caller {
  readonly clientId: string;
  readonly principal: Principal;
  /** Aborts when the client goes. */
  readonly signal: AbortSignal;
  /** Asks the caller's own client, where it can be asked. */
  ask(method: string, params: Record<string, unknown>): Promise<unknown>;
  /** What its connection sees of servers. Absent where there is no connection, and so nothing to see. */
  readonly channels?: Pick<ChannelCaller, 'mcpApps' | 'watches'>;
}

/** How a command looks to an agent that is offered it as a tool. */
export interface ToolTraits {
  /** Without one, the command's own, in the way tools are named. */
  readonly name?: string;
  readonly readOnly: boolean;
  /** Something may be gone afterwards that cannot be brought back. */
  readonly destructive: boolean;
}

export interface CommandDefinition<Params = unknown> {
  /** One sentence on what it does, for people and for models. */
  readonly says?: string | undefined;
  readonly grant: Grant;
  readonly params: z.ZodType<Params>;
  readonly result?: z.ZodType | undefined;
  /** May take long and touches no channel: what the client says next does not wait for it. */
  readonly detached?: boolean;
  /**
   * It changes nothing that the host stores, and shows what is durable or belongs to this process alone, apart from the
   * newest records of these namespaces. Absent: it changes what is stored, so it is refused while storage accepts no
   * writes.
   */
  readonly reads?: readonly string[];
  /** What it touches. Without one, only who may do everything may do this. */
  readonly subject?: (params: Params) => Subject;
  /** Absent or false: agents are not offered it. */
  readonly tool?: ToolTraits | false;
  run(params: Params, caller: Caller): Promise<unknown>;
}

/**
 * Everything a client can ask for, in one table: its parameters, the grant that it needs, what it does. Access is
 * checked here, once, whatever door the call came in by. An answer leaves when what it rests on is durable; while
 * storage accepts no writes, changes are refused before they begin.
 */
export class Commands {
  readonly #kernel: Kernel;
  readonly #guard: StallGuard;
  readonly #table: ReadonlyMap<string, CommandDefinition>;

  constructor(kernel: Kernel, guard: StallGuard, table: Readonly<Record<string, CommandDefinition>>) {
    this.#kernel = kernel;
    this.#guard = guard;
    this.#table = new Map(Object.entries(table));
  }

  isDetached(name: string): boolean {
    return this.#table.get(name)?.detached ?? false;
  }

  has(name: string): boolean {
    return this.#table.has(name);
  }

  names(): string[] {
    return [...this.#table.keys()];
  }

  definitions(): ReadonlyMap<string, CommandDefinition> {
    return this.#table;
  }

  async run(name: string, input: unknown, caller: Caller): Promise<unknown> {
    const { found, params } = this.#admitted(name, input, caller.principal);
    if (found.reads === undefined) this.#kernel.assertAccepting();
    // A call that a slow server holds up is no concern of the guard as long as it stores nothing.
    if (found.reads === undefined || !found.detached)
      return this.#guard.run(this.#work(found, params, caller));
    return this.#work(found, params, caller);
  }

  async #work(found: CommandDefinition, params: unknown, caller: Caller): Promise<unknown> {
    const { reads } = found;
    const settled = async (): Promise<void> =>
      reads === undefined ? this.#kernel.settled() : this.#guard.run(this.#kernel.records.settled(reads));
    try {
      const result = await found.run(params, caller);
      await settled();
      return result;
    } catch (error) {
      // A refusal, too, rests on what there is: a crash must not make it untrue.
      await this.#guard.run(Promise.all([settled(), this.#kernel.removalsSettled()])).catch(() => undefined);
      throw error;
    }
  }

  /** Throws what `run` would throw before anything happens: for what has to be known before a long upload. */
  check(name: string, input: unknown, principal: Principal): void {
    this.#admitted(name, input, principal);
  }

  #admitted(
    name: string,
    input: unknown,
    principal: Principal,
  ): { found: CommandDefinition; params: unknown } {
    const found = this.#table.get(name);
    if (!found) throw new ProtocolError('MethodNotFound', `This host does not serve ${name}.`);
    if (!found.subject) authorize(principal, found.grant);
    const parsed = found.params.safeParse(input);
    if (!parsed.success)
      throw new ProtocolError('InvalidParams', explain(parsed.error, `parameters of ${name}`));
    if (found.subject) authorize(principal, found.grant, found.subject(parsed.data));
    return { found, params: parsed.data };
  }
}

/** Keeps the parameters' type between the schema and the function that gets them. */
export function command<Params>(definition: CommandDefinition<Params>): CommandDefinition {
  return definition as unknown as CommandDefinition;
}
