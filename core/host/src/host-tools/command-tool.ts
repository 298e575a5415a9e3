import type { ToolResult } from '@loggia/protocol';
import { hostTool, type HostTool } from '@loggia/sessions';
import type { RunningCall, ToolReport } from '@loggia/sessions/equipment';
import type { CommandEnd, Terminals } from '@loggia/terminals';
import { z } from 'zod';

export const commandToolName = 'run_in_terminal';

/** In UTF-16 units: what the agent reads, and what the chat keeps. */
const mostForAgent = 30_000;
const mostInChat = 8_000;

export interface CommandToolPorts {
  readonly terminals: Pick<Terminals, 'run'>;
  newId(): string;
}

/** Runs commands in terminals, for agents of sessions that have a folder. */
export function commandTool(ports: CommandToolPorts): HostTool {
  return hostTool({
    name: commandToolName,
    title: 'Run a command',
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    needsConsent: true,
    input: z.strictObject({
      command: z
        .string()
        .trim()
        .min(1)
        .max(20_000)
        .describe('The command, as one would type it into a shell.'),
    }),
    describe: ({ workingDirectories = [] }) =>
      workingDirectories.length > 0
        ? "Runs a shell command in a terminal, in the session's folder, and returns its exit code and output. The user sees the output while it runs and can stop it. Nobody types into it: avoid commands that ask questions or never end."
        : undefined,
    target: ({ command }) => command,
    run: ({ command }, call) => runCommand(command, call, ports),
  });
}

async function runCommand(
  command: string,
  call: RunningCall,
  { terminals, newId }: CommandToolPorts,
): Promise<ToolReport> {
  const { session, chat, turnId, toolCallId } = call;
  const resource = `ahp-terminal:/${newId()}`;
  const title = command.split('\n', 1)[0]?.slice(0, 200) ?? '';
  const shown = { type: 'terminal' as const, resource, title, isPty: true };
  const claim = { kind: 'session' as const, session, chat, turnId, toolCallId };
  const opened = (): void => call.show([shown]);
  return reportOf(await terminals.run({ channel: resource, claim, command, opened }, call.signal), shown);
}

function reportOf(
  { exitCode, output }: CommandEnd,
  shown: Extract<Content, { type: 'terminal' }>,
): ToolReport {
  const end = exitCode === undefined ? 'A signal ended the command.' : `Exit code ${exitCode}.`;
  const preview = endOf(output, mostInChat);
  const result: ToolResult = {
    success: true,
    pastTenseMessage: 'Ran a command',
    content: [
      {
        ...shown,
        result: {
          ...(exitCode !== undefined && { exitCode }),
          preview,
          ...(preview !== output && { truncated: true }),
        },
      },
    ],
  };
  const given = endOf(output, mostForAgent);
  const cut =
    given === output ? '' : `[The first ${output.length - given.length} characters are left out.]\n`;
  return { result, text: `${end}\n${cut}${given}` };
}

type Content = NonNullable<ToolResult['content']>[number];

function endOf(text: string, most: number): string {
  return text.length <= most ? text : text.slice(-most);
}
