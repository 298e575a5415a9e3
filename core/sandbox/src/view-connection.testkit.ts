import type { ConnectionChange, McpTool, ServerConnection } from '@loggia/mcp';

export const viewType = 'text/html;profile=mcp-app';

/** A ready connection that serves templates, which the test can change. */
export class ViewConnection {
  readonly definition = {
    name: 'views',
    transport: { kind: 'stdio' as const, command: 'none', args: [], env: {} },
  };
  readonly facts = {
    name: 'views',
    protocolVersion: '2025-11-25',
    era: 'legacy' as const,
    logging: false,
    resources: { listChanged: true },
  };
  state: { kind: 'ready' | 'stopped' } = { kind: 'ready' };
  tools: readonly McpTool[] = [];
  readonly asked: string[] = [];
  /** By URI: the result of reading it, or the error to throw. */
  readonly contents = new Map<string, unknown>();
  listed: readonly unknown[] = [];
  readonly #listeners = new Set<(change: ConnectionChange) => void>();

  static of(connection: ViewConnection): ServerConnection {
    return connection as unknown as ServerConnection;
  }

  serve(uri: string, html: string, ui?: object): void {
    const meta = ui && { _meta: { ui } };
    this.contents.set(uri, { contents: [{ uri, mimeType: viewType, text: html, ...meta }] });
  }

  changed(change: ConnectionChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  onChange(listener: (change: ConnectionChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async request(method: string, { uri }: { readonly uri?: string }): Promise<unknown> {
    this.asked.push(uri === undefined ? method : `${method} ${uri}`);
    if (method === 'resources/list') return { resources: this.listed };
    const found = this.contents.get(uri ?? '');
    if (found instanceof Error) throw found;
    return found ?? { contents: [] };
  }
}
