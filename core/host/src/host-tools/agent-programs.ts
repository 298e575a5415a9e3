import { pathToFileURL } from 'node:url';
import type { Clock } from '@loggia/kernel';
import type { HostToolRecord } from '@loggia/sessions';
import type { AgentProgram, CommandTerminals, OpenedTerminal } from '@loggia/sessions/equipment';
import type { Terminals } from '@loggia/terminals';
import { commandToolName } from './command-tool.ts';

export interface AgentProgramPorts {
  readonly terminals: Pick<Terminals, 'launch'>;
  readonly clock: Clock;
  newId(): string;
  record(record: HostToolRecord): void;
}

/** Terminals for agents that start and end programs themselves. Each is recorded when it has ended. */
export function agentPrograms(ports: AgentProgramPorts): CommandTerminals {
  return { tool: commandToolName, open: (program) => open(program, ports) };
}

async function open(
  program: AgentProgram,
  { terminals, clock, newId, record }: AgentProgramPorts,
): Promise<OpenedTerminal> {
  const { session, chat, turnId, command, args, env, cwd, line } = program;
  const resource = `ahp-terminal:/${newId()}`;
  const startedAt = clock.now();
  const ended = (problem?: string): void =>
    record({
      call: { ...program, name: commandToolName, input: JSON.stringify({ command: line }) },
      target: line.split('\n', 1)[0]?.slice(0, 200) ?? '',
      durationMs: Math.max(0, clock.now() - startedAt),
      ...(problem !== undefined && { problem }),
    });
  try {
    const started = await terminals.launch({
      channel: resource,
      claim: { kind: 'session', session, chat, turnId },
      command: args?.length ? { program: command, args } : command,
      name: line.slice(0, 80),
      env,
      ...(cwd !== undefined && { cwd: pathToFileURL(cwd).href }),
    });
    void started.exited.then(() => ended());
    return { resource, ...started };
  } catch (error) {
    ended(error instanceof Error ? error.message : String(error));
    throw error;
  }
}
