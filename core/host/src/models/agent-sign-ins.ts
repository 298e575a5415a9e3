import { ProtocolError } from '@loggia/protocol';
import type { Scheduler } from '@loggia/kernel';
import type { ProcessGuard } from '@loggia/sessions';
import type { Terminals } from '@loggia/terminals';
import type { AddedAgents } from './added-agents.ts';

/** A forgotten sign-in ends after this; its terminal may show codes. */
const longestMs = 30 * 60_000;

export interface AgentSignInPorts {
  readonly agents: Pick<AddedAgents, 'program'>;
  readonly terminals: Pick<Terminals, 'launch' | 'dispose'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the programs run. */
  readonly workspace: string;
  /** Ends an agent with the host while it says how it signs in; terminals end their programs themselves. */
  readonly guard: ProcessGuard;
  readonly scheduler: Scheduler;
  report(problem: string, error: unknown): void;
}

interface WantedSignIn {
  readonly agent: string;
  /** The agent's id for the way to sign in. */
  readonly method: string;
  /** The URI of the new terminal. */
  readonly terminal: string;
}

const acp = () => import('@loggia/acp');

/** Signs in to agents by their own programs, in terminals. */
export class AgentSignIns {
  readonly #ports: AgentSignInPorts;

  constructor(ports: AgentSignInPorts) {
    this.#ports = ports;
  }

  /** Opens a terminal of the client. The program in it ends by itself, with exit code 0 once the user is signed in. */
  async open(
    { agent, method, terminal }: WantedSignIn,
    { clientId, signal }: { readonly clientId: string; readonly signal: AbortSignal },
  ): Promise<void> {
    const { agents, terminals, scheduler, env, workspace: cwd, guard, report } = this.#ports;
    const options = agents.program(agent);
    const { signInProgram } = await acp();
    const program = await refusedInWords(signal, () =>
      signInProgram(options, method, { env, cwd, guard, signal }),
    );
    const started = await terminals.launch({
      channel: terminal,
      claim: { kind: 'client', clientId },
      command: { program: program.command, args: program.args },
      name: `Sign in to ${options.displayName ?? options.name}`,
      env: program.env,
    });
    const cancel = scheduler.after(longestMs, () => {
      started.end();
      terminals.dispose(terminal).catch((error: unknown) => report(`Could not remove ${terminal}`, error));
    });
    void started.exited.then(cancel);
  }
}

async function refusedInWords<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  const { SignInRefused } = await acp();
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof SignInRefused ? new ProtocolError('InvalidParams', error.message) : error;
  }
}
