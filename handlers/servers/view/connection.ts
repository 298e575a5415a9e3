import type { App } from '@modelcontextprotocol/ext-apps';
import type { Registration } from '../src/registration.ts';
import type { LogEntry } from './logs.ts';
import { statusIn, type Status } from './status.ts';

export interface ToolInfo {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
}

export type SaveAnswer =
  | { readonly kind: 'saved'; readonly revision: number; readonly state: string }
  | {
      readonly kind: 'conflict';
      readonly revision: number;
      readonly draft: Readonly<Record<string, unknown>>;
    };

/** The tools of the server that the View talks to, for one artifact. */
export interface Connection {
  status(): Promise<Status>;
  tools(): Promise<readonly ToolInfo[]>;
  logs(after: number | undefined): Promise<readonly LogEntry[]>;
  control(action: 'start' | 'stop' | 'restart'): Promise<void>;
  save(revision: number, registration: Registration): Promise<SaveAnswer>;
  apply(revision: number, message: string): Promise<SaveAnswer>;
}

export function createConnection(app: Pick<App, 'callServerTool'>, artifact: string): Connection {
  async function call(
    name: string,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<Record<string, unknown>> {
    const result = await app.callServerTool({ name, arguments: { artifact, ...more } });
    if (result.isError)
      throw new Error(textOf(result.content) || 'The server refused the request. Try again.');
    return (result.structuredContent ?? {}) as Record<string, unknown>;
  }
  const saved = (answer: Record<string, unknown>): SaveAnswer => {
    const revision = Number(answer['revision']);
    if (answer['conflict'] === true)
      return { kind: 'conflict', revision, draft: (answer['draft'] ?? {}) as Record<string, unknown> };
    return { kind: 'saved', revision, state: String(answer['state']) };
  };
  return {
    status: async () => statusIn(await call('server_status')),
    async tools() {
      const { tools } = await call('server_tools');
      return Array.isArray(tools) ? tools.flatMap(toolIn) : [];
    },
    async logs(after) {
      const { entries } = await call('server_logs', after === undefined ? {} : { after });
      return Array.isArray(entries) ? (entries as LogEntry[]) : [];
    },
    async control(action) {
      await call('server_control', { action });
    },
    save: async (revision, { name, settings }) =>
      saved(await call('save_server', { revision, name, settings })),
    apply: async (revision, message) => saved(await call('apply_server', { revision, message })),
  };
}

function toolIn(item: unknown): ToolInfo[] {
  const tool = (item as { readonly tool?: ToolInfo } | null)?.tool;
  return typeof tool?.name === 'string' ? [tool] : [];
}

function textOf(content: readonly { readonly type: string }[] | undefined): string {
  return (content ?? [])
    .flatMap((block) => ('text' in block && typeof block.text === 'string' ? [block.text] : []))
    .join('\n');
}
