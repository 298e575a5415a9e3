import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { memorySkillFiles, SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import { openLoopbackServer, type LoopbackServer } from '../oauth/loopback-server.ts';

export interface SkillServer extends LoopbackServer {
  readonly url: string;
}

/**
 * A server on the SDK that offers skills, over Streamable HTTP. Files are by path, such as `greet/SKILL.md`. What a
 * file has become since it was listed is sent, as a server does that doesn't keep its word.
 */
export async function openSkillServer(files: Record<string, string>): Promise<SkillServer> {
  const skills = await SkillsExtension.load(memorySkillFiles(files));
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'skills', version: '1.0.0' });
    skills.attach(server);
    return server;
  });
  const http = await openLoopbackServer((request) => handler.fetch(request));
  return {
    ...http,
    url: `${http.origin}/mcp`,
    close: async () => {
      await http.close();
      await handler.close();
    },
  };
}
