import { ManualClock } from '@loggia/testing/kernel';
import type { Recorder } from '../audit/recorder.ts';
import { targetOf } from '../audit/target.ts';
import { BoundedServerLog } from '../connections/bounded-server-log.ts';
import type {
  CallContext,
  ConnectionChange,
  McpTool,
  McpToolResult,
  RequestContext,
  ServerConnection,
  ServerFacts,
} from '../connection.ts';

export interface Asked {
  readonly method: string;
  readonly params: unknown;
  readonly context: RequestContext;
}

const facts: ServerFacts = { name: 'scripted', protocolVersion: '2025-11-25', era: 'legacy', logging: false };

/** A ready connection that records requests, and answers as the test says. */
export class ScriptedConnection implements ServerConnection {
  readonly definition = {
    name: 'scripted',
    transport: { kind: 'stdio' as const, command: 'none', args: [], env: {} },
  };
  readonly state = { kind: 'ready' as const };
  readonly pid = undefined;
  readonly installing = undefined;
  readonly restarts = 0;
  readonly asked: Asked[] = [];
  readonly logs = new BoundedServerLog(new ManualClock());
  readonly facts: ServerFacts;
  readonly tools: readonly McpTool[];
  answer: (asked: Asked) => unknown = () => ({});
  readonly #listeners = new Set<(change: ConnectionChange) => void>();

  readonly #recorder: Recorder;

  constructor(recorder: Recorder, serves: Partial<ServerFacts>, tools: readonly McpTool[] = []) {
    this.#recorder = recorder;
    this.facts = { ...facts, ...serves };
    this.tools = tools;
  }

  cancelInstallation(): void {}

  get listeners(): number {
    return this.#listeners.size;
  }

  changed(change: ConnectionChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  async settled(): Promise<void> {}

  onChange(listener: (change: ConnectionChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async callTool(request: { readonly name: string }, context: CallContext): Promise<McpToolResult> {
    return (await this.request('tools/call', request, context)) as McpToolResult;
  }

  async request(method: string, params: object, context: RequestContext): Promise<unknown> {
    const asked = { method, params, context };
    this.asked.push(asked);
    const { caller, session } = context;
    if (caller === 'host') return this.answer(asked);
    const act = { server: 'server-1', serverName: 'Weather', session, caller, method };
    const work = async () => this.answer(asked);
    return this.#recorder.run({ ...act, target: targetOf(params), request: params }, work);
  }

  restart(): void {}
}
