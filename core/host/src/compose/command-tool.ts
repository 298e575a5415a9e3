import { localPrincipal } from '@loggia/access';
import type { Audit } from '@loggia/mcp';
import { ProtocolError, writeAuthor, type ToolDefinition, type ToolResult } from '@loggia/protocol';
import { hostToolsId, type Equipment, type RunningCall, type ToolReport } from '@loggia/sessions/equipment';
import type { CommandEnd, Terminals } from '@loggia/terminals';
import { z } from 'zod';

const name = 'run_in_terminal';
/** In UTF-16 units: what the agent reads, and what the chat keeps. */
const mostForAgent = 30_000;
const mostInChat = 8_000;

const definition: ToolDefinition = {
  name,
  title: 'Run a command',
  description:
    "Runs a shell command in a terminal, in the session's folder, and returns its exit code and output. The user sees the output while it runs and can stop it. Nobody types into it: avoid commands that ask questions or never end.",
  inputSchema: {
    type: 'object',
    properties: {
      command: { type: 'string', description: 'The command, as one would type it into a shell.' },
    },
    required: ['command'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
};

const inputSchema = z.object({ command: z.string().trim().min(1).max(20_000) });

export interface CommandToolPorts {
  readonly terminals: Pick<Terminals, 'run'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly clock: { now(): number };
  newId(): string;
}

/**
 * Equipment with a tool that runs commands in terminals, for agents of sessions that have a folder. It exists in no
 * server: Views, handlers and agents from elsewhere have no way to call it.
 */
export function withCommandTool<E extends Equipment>(equipment: E, ports: CommandToolPorts): E {
  const isOwn = (session: string, wanted: string): boolean =>
    wanted === name && equipment.tool(session, wanted) === undefined;
  return {
    ...equipment,
    hostTools: ({ workingDirectories = [] }) => (workingDirectories.length > 0 ? [definition] : []),
    tool: (session, wanted) =>
      isOwn(session, wanted)
        ? {
            customizationId: hostToolsId,
            displayName: 'Run a command',
            definition: `${name} 1`,
            meta: undefined,
            ownName: name,
            annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
            needsConsent: true,
          }
        : equipment.tool(session, wanted),
    call: (call) => (isOwn(call.session, call.name) ? runCommand(call, ports) : equipment.call(call)),
  };
}

async function runCommand(call: RunningCall, ports: CommandToolPorts): Promise<ToolReport> {
  const { terminals, audit, clock, newId } = ports;
  const input = inputSchema.safeParse(JSON.parse(call.input));
  if (!input.success) return failure('Give the command as a text: {"command": "…"}.');
  const { command } = input.data;
  const { session, chat, turnId, toolCallId } = call;
  const resource = `ahp-terminal:/${newId()}`;
  const title = command.split('\n', 1)[0]?.slice(0, 200) ?? '';
  const shown = { type: 'terminal' as const, resource, title, isPty: true };
  const startedAt = clock.now();
  const record = (error?: unknown): void =>
    audit.write(() => ({
      server: hostToolsId,
      serverName: 'Loggia',
      by: 'agent',
      principal: writeAuthor({ person: localPrincipal.id, actor: { kind: 'agent', name: call.agent } }),
      clientId: call.clientId ?? '',
      session,
      method: name,
      target: title,
      allowedBy: call.allowedBy,
      requestBytes: Buffer.byteLength(call.input),
      durationMs: clock.now() - startedAt,
      ...(error instanceof Error ? { decision: 'failed', reason: error.message } : { decision: 'allowed' }),
    }));
  try {
    const claim = { kind: 'session' as const, session, chat, turnId, toolCallId };
    const opened = (): void => call.show([shown]);
    const ended = await terminals.run({ channel: resource, claim, command, opened }, call.signal);
    record();
    return reportOf(ended, shown);
  } catch (error) {
    record(error);
    if (error instanceof ProtocolError) return failure(error.message);
    throw error;
  }
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

function failure(message: string): ToolReport {
  return { text: message, result: { success: false, pastTenseMessage: message, error: { message } } };
}
