import { authorize, type Grant, type Principal, type Subject } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import type { ChannelCaller } from '@loggia/mcp';
import { explain, ProtocolError } from '@loggia/protocol';
import type { z } from 'zod';
import type { Answers } from './answers.ts';
import type { ActOutcome, DelegatedAct } from './delegated-acts.ts';

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
  /** As `Foundation` says. Absent: it changes what is stored, so it is refused while storage accepts no writes. */
  readonly reads?: readonly string[];
  /** What it touches; the whole host unless it says. */
  readonly subject?: (params: Params) => Subject;
  /** Absent or false: agents are not offered it. */
  readonly tool?: ToolTraits | false;
  run(params: Params, caller: Caller): Promise<unknown>;
}

export interface CommandPorts {
  readonly answers: Answers;
  /** Told of everything that is done with a key, and then how it ended. */
  acts?(act: DelegatedAct): (outcome: ActOutcome) => void;
}

interface Understood {
  readonly found: CommandDefinition;
  readonly params: unknown;
  readonly subject: Subject;
}

/** What a command touches that doesn't say. */
const wholeHost: Subject = { host: true };

/**
 * Everything a client can ask for, in one table: its parameters, the grant that it needs, what it does. The principal is
 * checked here, whatever door the call came in by. While storage accepts no writes, changes are refused before they
 * begin.
 */
export class Commands {
  readonly #kernel: Kernel;
  readonly #answers: Answers;
  readonly #table: ReadonlyMap<string, CommandDefinition>;
  readonly #acts: CommandPorts['acts'];

  constructor(
    kernel: Kernel,
    table: Readonly<Record<string, CommandDefinition>>,
    { answers, acts }: CommandPorts,
  ) {
    this.#kernel = kernel;
    this.#answers = answers;
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
    return this.#recorded(name, input, caller, ({ found, params }) =>
      this.#answers.to(found, () => found.run(params, caller)),
    );
  }

  /**
   * Does the work in place of the command, for what is streamed and for older dialects: it takes the same grant and is
   * answered under the same conditions.
   */
  perform<Result>(
    name: string,
    input: unknown,
    caller: Pick<Caller, 'principal' | 'clientId'>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.#recorded(name, input, caller, ({ found }) => this.#answers.to(found, work));
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
      authorize(principal, request.found.grant, subject);
      if (request.found.reads === undefined) this.#kernel.assertAccepting();
      const result = await work(request);
      ended?.({ subject });
      return result;
    } catch (error) {
      ended?.({ subject, error });
      throw error;
    }
  }

  /** A command that is about the whole host is checked before its parameters: others learn nothing about those. */
  #understood(name: string, input: unknown, principal: Principal): Understood {
    const found = this.#table.get(name);
    if (!found) throw new ProtocolError('MethodNotFound', `This host does not serve ${name}.`);
    if (!found.subject) authorize(principal, found.grant, wholeHost);
    const parsed = found.params.safeParse(input);
    if (!parsed.success)
      throw new ProtocolError('InvalidParams', explain(parsed.error, `parameters of ${name}`));
    return { found, params: parsed.data, subject: found.subject?.(parsed.data) ?? wholeHost };
  }
}

/** Keeps the parameters' type between the schema and the function that gets them. */
export function command<Params>(definition: CommandDefinition<Params>): CommandDefinition {
  return definition as unknown as CommandDefinition;
}
