import { createSession, type ChannelView } from '@loggia/client';
import type { McpServerCustomization, SessionState } from '@loggia/protocol';
import type { TappedClient } from '../process/tapped-client.ts';
import { until } from '../process/until.ts';

/** A session as one client sees it, with its servers by name. */
export class SessionServers {
  readonly uri: string;
  readonly view: ChannelView<SessionState>;
  readonly client: TappedClient;

  private constructor(client: TappedClient, uri: string, view: ChannelView<SessionState>) {
    this.client = client;
    this.uri = uri;
    this.view = view;
  }

  static async create(client: TappedClient): Promise<SessionServers> {
    return SessionServers.watch(client, await createSession(client.ahp));
  }

  static async watch(client: TappedClient, uri: string): Promise<SessionServers> {
    const view = client.ahp.session(uri);
    await view.ready;
    return new SessionServers(client, uri, view);
  }

  get all(): McpServerCustomization[] {
    return (this.view.state?.customizations ?? [])
      .flatMap((entry) => (entry.type === 'mcpServer' ? [entry] : (entry.children ?? [])))
      .filter((entry) => entry.type === 'mcpServer');
  }

  named(name: string): McpServerCustomization {
    const found = this.all.find((server) => server.name === name);
    if (!found) throw new Error(`The session has no server "${name}".`);
    return found;
  }

  get tools(): string[] {
    return (this.view.state?.serverTools ?? []).map((tool) => tool.name);
  }

  /** Waits until the server is in a state, and hands it out as it is then. */
  until(
    name: string,
    kind: McpServerCustomization['state']['kind'],
    withinMs?: number,
  ): Promise<McpServerCustomization> {
    return until(
      `${name} is ${kind} (it is: ${JSON.stringify(this.all.find((server) => server.name === name)?.state)})`,
      () => this.all.find((server) => server.name === name && server.state.kind === kind),
      withinMs,
    );
  }

  /** A request on the server's own channel. */
  call(name: string, method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const { channel } = this.named(name);
    if (channel === undefined) throw new Error(`The server "${name}" has no channel.`);
    return this.client.ahp.call(method, { channel, ...params });
  }
}
