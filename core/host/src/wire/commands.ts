import { authorize, type Grant, type Principal } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import { explain, ProtocolError } from '@loggia/protocol';
import type { z } from 'zod';

export interface Caller {
  readonly clientId: string;
  readonly principal: Principal;
  /** Aborts when the client goes. */
  readonly signal: AbortSignal;
  /** Asks the caller's own client, where it can be asked. */
  ask(method: string, params: Record<string, unknown>): Promise<unknown>;
}

export interface CommandDefinition<Params = unknown> {
  readonly grant: Grant;
  readonly params: z.ZodType<Params>;
  /** May take long and touches no channel: what the client says next does not wait for it. */
  readonly detached?: boolean;
  run(params: Params, caller: Caller): Promise<unknown>;
}

/**
 * Everything a client can ask for, in one table: its parameters, the grant that it needs, what it does. Access is
 * checked here, once, whatever door the call came in by. An answer leaves when what was done is durable.
 */
export class Commands {
  readonly #kernel: Kernel;
  readonly #table: ReadonlyMap<string, CommandDefinition>;

  constructor(kernel: Kernel, table: Readonly<Record<string, CommandDefinition>>) {
    this.#kernel = kernel;
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

  async run(name: string, input: unknown, caller: Caller): Promise<unknown> {
    const found = this.#table.get(name);
    if (!found) throw new ProtocolError('MethodNotFound', `This host does not serve ${name}.`);
    authorize(caller.principal, found.grant);
    const parsed = found.params.safeParse(input);
    if (!parsed.success)
      throw new ProtocolError('InvalidParams', explain(parsed.error, `parameters of ${name}`));
    const result = await found.run(parsed.data, caller);
    await this.#kernel.settled();
    return result;
  }
}

/** Keeps the parameters' type between the schema and the function that gets them. */
export function command<Params>(definition: CommandDefinition<Params>): CommandDefinition {
  return definition as unknown as CommandDefinition;
}
