import { actsWithKey, authorize, type Grant, type Principal, type Subject } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import type { ChannelCaller } from '@loggia/mcp';
import { explainParameters, ProtocolError, unknownFields } from '@loggia/protocol';
import { z } from 'zod';
import type { Answers } from './answers.ts';
import { assertWithin, confinedTo, within, type WorkspaceOf } from './confinement.ts';
import type { ActOutcome, ActTopic, RecordedAct } from './recorded-acts.ts';

export interface Caller {
  readonly clientId: string;
  readonly principal: Principal;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /**
   * Refuses unknown parameters of the protocol's own commands as well. Over WebSocket they are allowed, since a client
   * may speak a later version.
   */
  readonly refusesUnknown?: true;
  /** Asks the caller's own client, if possible. */
  ask(method: string, params: Record<string, unknown>): Promise<unknown>;
  /** The connection's access to servers. Absent if there is no connection. */
  readonly channels?: Pick<ChannelCaller, 'mcpApps' | 'watches'>;
}

/** How a command appears to an agent that is offered it as a tool. */
export interface ToolTraits {
  /** By default, the command's name in the style of tools. */
  readonly name?: string;
  readonly readOnly: boolean;
  /** It may remove something permanently. */
  readonly destructive: boolean;
  /** The result as a model reads it; JSON by default. */
  text?(result: unknown): string;
  /** Links to resources that the user should see besides the text of the result. */
  links?(result: unknown): readonly { readonly uri: string; readonly name: string }[];
}

export interface CommandDefinition<Params = unknown> {
  /** One sentence on what it does, for people and for models. */
  readonly says?: string | undefined;
  readonly grant: Grant;
  readonly params: z.ZodType<Params>;
  readonly result?: z.ZodType | undefined;
  /** May take long and touches no channel: the client's next message doesn't wait for it. */
  readonly detached?: boolean;
  /** See `Foundation`. Absent: it changes stored data, so it is refused while storage doesn't accept writes. */
  readonly reads?: readonly string[];
  /** The things it touches; the whole host by default. */
  readonly subject?: (params: Params) => Subject;
  /** Present if people's use of it is recorded as well: they may ask later who did it. */
  readonly topic?: (params: Params) => ActTopic;
  /** Absent or false: not offered to agents. */
  readonly tool?: ToolTraits | false;
  run(params: Params, caller: Caller): Promise<unknown>;
}

export interface CommandPorts {
  readonly answers: Answers;
  /** Without it, nobody is confined to a workspace. */
  readonly workspaceOf?: WorkspaceOf | undefined;
  /** Called for everything that is done with a key or has a topic, and then with its outcome. */
  acts?(act: RecordedAct): (outcome: ActOutcome) => void;
}

interface Understood {
  readonly found: CommandDefinition;
  readonly params: unknown;
  readonly subject: Subject;
}

/** The subject of a command that declares none. */
const wholeHost: Subject = { host: true };

/**
 * All commands in one table: parameters, required grant, implementation. The principal is checked here, however the
 * call came in. While storage doesn't accept writes, changes are refused before they start.
 */
export class Commands {
  readonly #kernel: Kernel;
  readonly #answers: Answers;
  readonly #table: ReadonlyMap<string, CommandDefinition>;
  readonly #acts: CommandPorts['acts'];
  readonly #workspaceOf: WorkspaceOf;

  constructor(
    kernel: Kernel,
    table: Readonly<Record<string, CommandDefinition>>,
    { answers, acts, workspaceOf = async () => undefined }: CommandPorts,
  ) {
    this.#kernel = kernel;
    this.#answers = answers;
    this.#table = new Map(Object.entries(table));
    this.#acts = acts;
    this.#workspaceOf = workspaceOf;
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
   * Runs the work in place of the command, for streams and for older dialects: it requires the same grant and is
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

  /**
   * Records everything done with a delegated key as an action of its holder, including refusals, and what has a topic.
   * Programs with API keys may poll: what they only read isn't recorded, so that it displaces nothing else.
   */
  async #recorded<Result>(
    name: string,
    input: unknown,
    caller: Pick<Caller, 'principal' | 'clientId' | 'refusesUnknown'>,
    work: (request: Understood) => Promise<Result>,
  ): Promise<Result> {
    const { principal, clientId } = caller;
    const isRecorded = principal.kind !== 'local' || this.#table.get(name)?.topic !== undefined;
    const ended = isRecorded ? this.#acts?.({ principal, clientId, command: name, input }) : undefined;
    let subject: Subject | undefined;
    let topic: ActTopic | undefined;
    try {
      const request = this.#understood(name, input, caller);
      ({ subject } = request);
      topic = request.found.topic?.(request.params);
      authorize(principal, request.found.grant, subject);
      const workspace = confinedTo(principal);
      if (workspace !== undefined) await assertWithin(workspace, request.params, this.#workspaceOf);
      if (request.found.reads === undefined) this.#kernel.assertAccepting();
      const result = await work(request);
      const isPolling = actsWithKey(principal) && request.found.grant === 'read' && topic === undefined;
      if (!isPolling) ended?.({ subject, topic });
      return result;
    } catch (error) {
      ended?.({ subject, topic, error });
      throw error;
    }
  }

  /** A command about the whole host is checked before its parameters are read: others learn nothing about them. */
  #understood(
    name: string,
    input: unknown,
    { principal, refusesUnknown }: Pick<Caller, 'principal' | 'refusesUnknown'>,
  ): Understood {
    const found = this.#table.get(name);
    if (!found) throw new ProtocolError('MethodNotFound', `This host does not serve ${name}.`);
    if (!found.subject) authorize(principal, found.grant, wholeHost);
    const workspace = confinedTo(principal);
    const given = workspace === undefined ? input : within(workspace, input, found.params);
    const parsed = found.params.safeParse(given);
    if (!parsed.success) throw new ProtocolError('InvalidParams', explainParameters(parsed.error));
    if (refusesUnknown) assertKnown(input, found.params);
    return { found, params: parsed.data, subject: found.subject?.(parsed.data) ?? wholeHost };
  }
}

/** Every command is addressed to a channel and may carry `_meta`, whatever else it takes. */
const inEvery = new Set(['channel', '_meta']);

function assertKnown(input: unknown, params: z.ZodType): void {
  if (!(params instanceof z.ZodObject)) return;
  const unknown = Object.keys(input ?? {}).filter(
    (name) => !inEvery.has(name) && !Object.hasOwn(params.shape, name),
  );
  if (unknown.length > 0) throw new ProtocolError('InvalidParams', unknownFields(unknown, params.shape));
}

/** Keeps the parameters' type between the schema and the function that gets them. */
export function command<Params>(definition: CommandDefinition<Params>): CommandDefinition {
  return definition as unknown as CommandDefinition;
}
