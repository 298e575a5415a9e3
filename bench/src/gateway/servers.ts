import { type AhpClient, createSession } from '@loggia/client';
import type { McpServerCustomization, SessionState } from '@loggia/protocol';

export interface ServerProgram {
  readonly command: string;
  readonly args: readonly string[];
}

export function configWith(servers: readonly ServerProgram[]): Readonly<Record<string, unknown>> {
  const mcpServers = Object.fromEntries(servers.map((server, index) => [`server-${index}`, server]));
  return { mcpServers, hostTools: false };
}

/** A new session's servers, once the wanted number is ready. */
export async function readyServers(client: AhpClient, count: number): Promise<McpServerCustomization[]> {
  const view = client.session(await createSession(client));
  await view.ready;
  return new Promise((resolve) => {
    const look = (): void => {
      const ready = serversOf(view.state).filter(({ state }) => state.kind === 'ready');
      if (ready.length < count) return;
      stop();
      resolve(ready);
    };
    const stop = view.subscribe(look);
    look();
  });
}

function serversOf(state: SessionState | undefined): McpServerCustomization[] {
  return (state?.customizations ?? []).flatMap((entry) => (entry.type === 'mcpServer' ? [entry] : []));
}
