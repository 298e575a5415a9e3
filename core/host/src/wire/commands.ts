import { authorize, type Grant, type Principal, type Subject } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import type { ChannelCaller } from '@loggia/mcp';
import { explain, ProtocolError } from '@loggia/protocol';
import type { z } from 'zod';
import type { ActOutcome, DelegatedAct } from './delegated-acts.ts';
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

export interface CommandPorts {
  readonly guard: StallGuard;
  /** Told of everything that is done with a key, and then how it ended. */
  acts?(act: DelegatedAct): (outcome: ActOutcome) => void;
}

interface Understood {
  readonly found: CommandDefinition;
  readonly params: unknown;
  readonly subject: Subject | undefined;
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
  readonly #acts: CommandPorts['acts'];

  constructor(
    kernel: Kernel,
    table: Readonly<Record<string, CommandDefinition>>,
    { guard, acts }: CommandPorts,
  ) {
    this.#kernel = kernel;
    this.#guard = guard;
    this.#table = new Map(Object.entries(table));
    this.#acts = acts;
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

  run(name: string, input: unknown, caller: Caller): Promise<unknown> {
    return this.#recorded(name, input, caller, async ({ found, params }) => {
      const work = this.#work(found, params, caller);
      // A call that a slow server holds up doesn't concern the guard as long as it stores nothing.
      return found.reads !== undefined && found.detached ? work : this.#guard.run(work);
    });
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

  /** Does the work in place of the command, for what is streamed: whoever may run the command may have it done. */
  perform<Result>(
    name: string,
    input: unknown,
    caller: Pick<Caller, 'principal' | 'clientId'>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.#recorded(name, input, caller, work);
  }

  /** What is done with a key is recorded as what its holder did, refusals included. */
  async #recorded<Result>(
    name: string,
    input: unknown,
    { principal, clientId }: Pick<Caller, 'principal' | 'clientId'>,
    work: (request: Understood) => Promise<Result>,
  ): Promise<Result> {
    const ended =
      principal.kind === 'local' ? undefined : this.#acts?.({ principal, clientId, command: name, input });
    let subject: Subject | undefined;
    try {
      const request = this.#understood(name, input, principal);
      ({ subject } = request);
      if (subject) authorize(principal, request.found.grant, subject);
      if (request.found.reads === undefined) this.#kernel.assertAccepting();
      const result = await work(request);
      ended?.({ subject });
      return result;
    } catch (error) {
      ended?.({ subject, error });
      throw error;
    }
  }

  /** What has no subject is for people only, who are refused nothing; others learn nothing about its parameters. */
  #understood(name: string, input: unknown, principal: Principal): Understood {
    const found = this.#table.get(name);
    if (!found) throw new ProtocolError('MethodNotFound', `This host does not serve ${name}.`);
    if (!found.subject) authorize(principal, found.grant);
    const parsed = found.params.safeParse(input);
    if (!parsed.success)
      throw new ProtocolError('InvalidParams', explain(parsed.error, `parameters of ${name}`));
    return { found, params: parsed.data, subject: found.subject?.(parsed.data) };
  }
}

/** Keeps the parameters' type between the schema and the function that gets them. */
export function command<Params>(definition: CommandDefinition<Params>): CommandDefinition {
  return definition as unknown as CommandDefinition;
}
