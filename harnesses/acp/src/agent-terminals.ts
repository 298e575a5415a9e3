import { randomUUID } from 'node:crypto';
import type { OwnCallContent, TurnTerminal, TurnTerminals } from '@loggia/sessions/harness';
import type { CreateTerminalRequest, TerminalOutputResponse, TerminalSide } from './protocol.ts';

/** In bytes, if the agent doesn't say how much it wants; the host keeps not much more. */
const usualLimit = 1024 * 1024;
/** Programs of one turn that the agent hasn't released. */
const mostHeld = 64;

interface Held {
  readonly terminal: TurnTerminal;
  readonly limit: number;
  exit: Exit | undefined;
}

interface Exit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** The terminals that an agent has asked for in one turn, by the ids under which it knows them. */
export class AgentTerminals implements TerminalSide {
  readonly #terminals: TurnTerminals;
  readonly #held = new Map<string, Held>();
  /** Also those that the agent has released: its calls may still show them. */
  readonly #known = new Map<string, Extract<OwnCallContent, { kind: 'terminal' }>>();

  constructor(terminals: TurnTerminals) {
    this.#terminals = terminals;
  }

  async create(request: CreateTerminalRequest): Promise<string> {
    if (this.#held.size >= mostHeld)
      throw new Error(`${mostHeld} terminals are open. Release those that aren't needed any more.`);
    const { command, args = [], env = [], cwd, outputByteLimit } = request;
    const terminal = await this.#terminals.start({
      command,
      ...(args.length > 0 && { args }),
      env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
      ...(cwd && { cwd }),
    });
    const id = randomUUID();
    const held: Held = { terminal, limit: outputByteLimit ?? usualLimit, exit: undefined };
    this.#held.set(id, held);
    this.#known.set(id, { kind: 'terminal', resource: terminal.resource, title: terminal.title });
    // Rejects when the turn ends, and the agent's request with it.
    terminal.exited().then(
      (end) => (held.exit = exitOf(end)),
      () => undefined,
    );
    return id;
  }

  async output(id: string): Promise<TerminalOutputResponse> {
    const { terminal, limit, exit } = this.#of(id);
    const { output } = await terminal.read();
    const kept = endOf(output, limit);
    return { output: kept, truncated: kept !== output, ...(exit && { exitStatus: exit }) };
  }

  async exited(id: string): Promise<Exit> {
    return exitOf(await this.#of(id).terminal.exited());
  }

  kill(id: string): void {
    this.#of(id).terminal.end();
  }

  release(id: string): void {
    this.kill(id);
    this.#held.delete(id);
  }

  /** As a call shows it; undefined if the id is the agent's own. */
  content(id: string): OwnCallContent | undefined {
    return this.#known.get(id);
  }

  #of(id: string): Held {
    const held = this.#held.get(id);
    if (held) return held;
    throw new Error('There is no such terminal. It has been released, or belongs to an earlier turn.');
  }
}

/** The protocol wants the name of a signal, which the terminal doesn't tell. */
function exitOf({ exitCode }: { readonly exitCode?: number }): Exit {
  return exitCode === undefined ? { exitCode: null, signal: 'SIGHUP' } : { exitCode, signal: null };
}

/** The longest end of the text that isn't longer than so many bytes. */
function endOf(text: string, bytes: number): string {
  const all = Buffer.from(text);
  if (all.length <= bytes) return text;
  let start = all.length - bytes;
  while (start < all.length && ((all[start] ?? 0) & 0xc0) === 0x80) start++;
  return all.subarray(start).toString();
}
