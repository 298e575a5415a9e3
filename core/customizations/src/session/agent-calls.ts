import type { ToolDefinition, ToolResult, ViewTool } from '@loggia/protocol';
import type { Act, McpTool } from '@loggia/mcp';
import type { DeniedCall, OfferedTool, RunningCall, ToolReport, ViewCall } from '@loggia/sessions/equipment';
import { fingerprintOf, toolFingerprint } from '../decisions/fingerprint.ts';
import { displayNameOf, metaOf, offeredTool, type NamedTool } from './offered-tools.ts';
import type { PlannedServer } from './planned.ts';
import type { EquipmentPorts } from './ports.ts';
import { agentIn, runCall, unknownTool } from './running-call.ts';
import type { ServerSlot } from './server-slot.ts';

export interface AgentCallPorts {
  readonly ports: EquipmentPorts;
  /** By the name that it was offered under. */
  find(name: string): NamedTool | undefined;
  /** By id. */
  place(server: string): { readonly server: PlannedServer; readonly slot: ServerSlot } | undefined;
}

/** Looks up and calls the tools that a session offers to agents. */
export class AgentCalls {
  readonly #plan: AgentCallPorts;

  constructor(plan: AgentCallPorts) {
    this.#plan = plan;
  }

  tool(name: string): OfferedTool | undefined {
    const named = this.#plan.find(name);
    const server = named && this.#plan.place(named.server)?.server;
    return named && server && offeredTool(named, server.written.fingerprint);
  }

  async call(call: RunningCall): Promise<ToolReport> {
    const named = this.#plan.find(call.name);
    const slot = named && this.#plan.place(named.server)?.slot;
    if (!named || !slot?.connection) return unknownTool(call.name);
    const { ports } = this.#plan;
    const { mediumOf = () => undefined, spill } = ports;
    const { server } = named;
    const { readOnly, agent, session } = call;
    const { uri } = slot.server;
    if (slot.state.kind === 'starting') {
      const changed = await this.#untilUp(call, named, slot);
      if (changed) return changed;
    }
    return runCall(call, {
      connection: slot.connection,
      serverName: slot.server.name,
      principal: ports.principal,
      tool: named.tool.name,
      displayName: displayNameOf(named.tool),
      meta: metaOf(named),
      mediumOf,
      left: slot.left,
      signedIn: (signal) => slot.signedIn(signal),
      ...(ports.metaFor && {
        metaFor: async (input) => ports.metaFor?.({ server, uri, session, agent, input, readOnly }),
      }),
      ...(spill && { spill }),
    });
  }

  /**
   * The agent may call a tool that its server listed before it was started. What was decided about the call was decided
   * about that tool: one that has changed meanwhile isn't run.
   */
  async #untilUp(call: RunningCall, named: NamedTool, slot: ServerSlot): Promise<ToolReport | undefined> {
    call.progress(`Waiting for server ${slot.server.name}…`);
    await slot.connection?.settled(AbortSignal.any([call.signal, slot.left])).catch(() => {});
    call.signal.throwIfAborted();
    if (slot.state.kind !== 'ready') return undefined;
    const now = slot.tools.find(({ name }) => name === named.tool.name);
    return now && toolFingerprint(now) === toolFingerprint(named.tool) ? undefined : unknownTool(call.name);
  }

  /** The fingerprint that allowances of a View's tool are bound to; undefined while agents can't use the tool. */
  viewTool({ server: id, template }: ViewTool, tool: ToolDefinition): string | undefined {
    const { ports, place } = this.#plan;
    const placed = place(id);
    if (placed?.slot.state.kind !== 'ready') return undefined;
    const { fingerprint: definition } = placed.server.written;
    if (ports.offersViewTools?.({ server: id, definition, template }) === false) return undefined;
    return fingerprintOf([definition, template, toolFingerprint(tool as McpTool)]);
  }

  async viewCall(call: ViewCall, work: () => Promise<ToolResult>): Promise<ToolResult> {
    const act = this.#viewAct(call, call.view);
    if (!act) return work();
    let ended: ToolResult | undefined;
    const run = async (): Promise<ToolResult> => {
      ended = await work();
      if (!ended.success) throw new Error(ended.error?.message ?? 'The View failed.');
      return ended;
    };
    const answer = ({ content, structuredContent }: ToolResult) => ({
      response: { content, structuredContent },
    });
    const { gateway } = this.#plan.ports;
    const caller = { ...act.caller, allowedBy: call.allowedBy };
    return gateway.recorded({ ...act, caller, request: call.input }, run, answer).catch((error: unknown) => {
      if (ended) return ended;
      throw error;
    });
  }

  #viewAct(call: DeniedCall, view: ViewTool): Act | undefined {
    const server = this.#plan.place(view.server)?.server;
    if (!server) return undefined;
    const caller = { ...agentIn(call, this.#plan.ports.principal), view: view.view };
    const about = { server: server.id, serverName: server.name, session: call.session, caller };
    return { ...about, method: 'tools/call', target: view.name };
  }

  #serverAct(call: DeniedCall): Act | undefined {
    const named = this.#plan.find(call.name);
    const server = named && this.#plan.place(named.server)?.server;
    if (!named || !server) return undefined;
    const caller = agentIn(call, this.#plan.ports.principal);
    const about = { server: server.id, serverName: server.name, session: call.session, caller };
    return { ...about, method: 'tools/call', target: named.tool.name };
  }

  /** The call was not let through: that is on record like the calls that ran. */
  denied(call: DeniedCall): void {
    const act = call.view ? this.#viewAct(call, call.view) : this.#serverAct(call);
    const reason = call.reason ?? 'The user denied this call.';
    if (act) this.#plan.ports.gateway.missed(act, 'refused', new Error(reason));
  }
}
