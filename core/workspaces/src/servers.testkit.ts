import { typeUri, type TypeContract } from '@loggia/content';
import type { EquippedServer } from '@loggia/customizations';
import type { CallContext, ConnectionChange, McpToolResult, ServerConnection } from '@loggia/mcp';
import { workspaceUri, type McpServerState } from '@loggia/protocol';

type Json = Readonly<Record<string, unknown>>;
type Answer = (params: Json) => unknown;
type Called = Parameters<ServerConnection['callTool']>;

const ready: McpServerState = { kind: 'ready' };

/** A scripted server connection: its resources, and when it goes and comes. */
export class FakeConnection {
  state: McpServerState;
  facts: ServerConnection['facts'] = {
    name: 'fake',
    protocolVersion: '2025-11-25',
    era: 'legacy',
    resources: { listChanged: true },
    logging: false,
  };
  /** By URI. */
  readonly resources = new Map<string, string>();
  /** Replaces the ordinary answer, by method. */
  readonly answers: Record<string, Answer> = {};
  readonly asked: string[] = [];
  readonly calls: Called[] = [];
  /** Called when one of its tools is called. */
  tool: () => Promise<McpToolResult> = () => Promise.resolve({ content: [] });
  readonly #listeners = new Set<(change: ConnectionChange) => void>();

  constructor(state: McpServerState = ready) {
    this.state = state;
  }

  serve(mime: string, files: Readonly<Record<string, unknown>> = {}): this {
    const whole = {
      'type.json': { mime, version: '1.0.0' },
      'presentation.json': { label: mime },
      ...files,
    };
    for (const [file, value] of Object.entries(whole))
      this.resources.set(typeUri(mime, file), JSON.stringify(value));
    return this;
  }

  async request(method: string, params: Json): Promise<unknown> {
    this.asked.push(method);
    const answer = this.answers[method];
    if (answer) return answer(params);
    if (method === 'resources/list') return { resources: [...this.resources.keys()].map((uri) => ({ uri })) };
    const uri = String(params['uri']);
    return { contents: [{ uri, text: this.resources.get(uri) }] };
  }

  callTool(request: Called[0], context?: CallContext): Promise<McpToolResult> {
    this.calls.push([request, context] as Called);
    return this.tool();
  }

  async settled(): Promise<void> {
    while (this.state.kind === 'starting')
      await new Promise<void>((resolve) => {
        const unlisten = this.onChange(() => {
          unlisten();
          resolve();
        });
      });
  }

  onChange(listener: (change: ConnectionChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  become(state: McpServerState): void {
    this.state = state;
    this.tell('state');
  }

  tell(change: ConnectionChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  get listings(): number {
    return this.asked.filter((method) => method === 'resources/list').length;
  }

  asConnection(): ServerConnection {
    return this as unknown as ServerConnection;
  }
}

export function equipped(
  id: string,
  connection: FakeConnection | undefined,
  more: Partial<EquippedServer> = {},
): EquippedServer {
  return {
    id,
    name: id.toUpperCase(),
    source: { kind: 'host' },
    definition: `definition of ${id}`,
    usable: true,
    channel: undefined,
    ...more,
    connection: connection?.asConnection(),
  };
}

/** Assigns servers to workspaces. */
export class FakeEquipment {
  readonly #servers = new Map<string, readonly EquippedServer[]>();
  readonly #listeners = new Set<(uri: string) => void>();

  /** Undefined: nobody uses the workspace. */
  equip(workspace: string, servers: readonly EquippedServer[] | undefined): void {
    const uri = workspaceUri(workspace);
    if (servers) this.#servers.set(uri, servers);
    else this.#servers.delete(uri);
    this.changed(workspace);
  }

  changed(workspace: string): void {
    for (const listener of [...this.#listeners]) listener(workspaceUri(workspace));
  }

  servers(uri: string): readonly EquippedServer[] | undefined {
    return this.#servers.get(uri);
  }

  onServersChanged(listener: (uri: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

export function contractOf(
  mime: string,
  { presentation, behaviors, ...parts }: Partial<Omit<TypeContract, 'behaviors'>> & Behaving = {},
): TypeContract {
  return {
    mime,
    definition: { mime, version: '1.0.0' },
    presentation: { label: mime, ...presentation },
    behaviors: { events: {}, capabilities: {}, needs: [], ...behaviors },
    ...parts,
  };
}

interface Behaving {
  readonly behaviors?: Partial<TypeContract['behaviors']>;
}

/** Long enough for everything that doesn't wait for something external. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
