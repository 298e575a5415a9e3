import type { Clock } from '@loggia/kernel';
import { ProtocolError, type SessionState, type ToolDefinition } from '@loggia/protocol';
import { hostToolsId, type Equipment, type RunningCall, type ToolReport } from '../equipment.ts';
import { failure } from '../turns/server-call.ts';
import type { HostTool } from './host-tool.ts';

/** The part of the equipment that turns use, with the host's own tools. */
export interface TurnEquipment
  extends
    Pick<Equipment, 'ready' | 'tool' | 'call' | 'denied' | 'guidance' | 'hooks' | 'rulesFor' | 'terminals'>,
    Required<Pick<Equipment, 'viewTool' | 'viewCall'>> {
  /** The host's own tools for an agent in a session, besides those in its state; `tool` and `call` know them, too. */
  hostTools(session: SessionState, agent: string): readonly ToolDefinition[];
}

/** A finished call of one of the host's own tools, for the audit. */
export interface HostToolRecord {
  readonly call: Pick<
    RunningCall,
    'session' | 'person' | 'agent' | 'clientId' | 'name' | 'input' | 'allowedBy'
  >;
  /** One line on what it was about. */
  readonly target: string;
  readonly durationMs: number;
  /** The reason, if it failed. */
  readonly problem?: string;
}

export interface HostToolPorts {
  readonly tools: readonly HostTool[];
  readonly clock: Clock;
  record(record: HostToolRecord): void;
}

/** A server's tool of the same name keeps the name. */
export function withHostTools(equipment: Equipment, ports: HostToolPorts): TurnEquipment {
  const { tools, clock, record } = ports;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const ownTool = (session: string, name: string): HostTool | undefined =>
    equipment.tool(session, name) === undefined ? byName.get(name) : undefined;

  const run = async (tool: HostTool, call: RunningCall): Promise<ToolReport> => {
    const request = tool.read(call.input);
    if ('problem' in request) return failure(request.problem, 'badInput');
    const { target } = request;
    const startedAt = clock.now();
    const ended = (problem?: string): void =>
      record({
        ...{ call, target, durationMs: Math.max(0, clock.now() - startedAt) },
        ...(problem !== undefined && { problem }),
      });
    try {
      const report = await request.run(call);
      ended(report.result.error?.message);
      return report;
    } catch (error) {
      ended(error instanceof Error ? error.message : String(error));
      if (error instanceof ProtocolError) return failure(error.message);
      throw error;
    }
  };

  return {
    ...(equipment.terminals && { terminals: equipment.terminals }),
    ready: (...asked) => equipment.ready(...asked),
    denied: (call) => equipment.denied(call),
    viewTool: (...asked) => equipment.viewTool?.(...asked),
    viewCall: (call, work) => equipment.viewCall?.(call, work) ?? work(),
    guidance: (...asked) => equipment.guidance(...asked),
    hooks: (request) => equipment.hooks(request),
    rulesFor: (...asked) => equipment.rulesFor(...asked),
    hostTools: (session, agent) => tools.flatMap((tool) => tool.definitionFor(session, agent) ?? []),
    tool: (session, name) => {
      const own = ownTool(session, name);
      if (!own) return equipment.tool(session, name);
      const { title, annotations, needsConsent, revision } = own;
      return {
        customizationId: hostToolsId,
        displayName: title,
        definition: `${name} ${revision}`,
        meta: undefined,
        ownName: name,
        annotations,
        ...(needsConsent && { needsConsent }),
      };
    },
    call: (call) => {
      const own = ownTool(call.session, call.name);
      return own ? run(own, call) : equipment.call(call);
    },
  };
}
