import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { HttpServerProcess, programOf, stdio } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

interface ToolList {
  readonly tools: readonly { readonly name: string; readonly _meta?: { ui?: { resourceUri?: string } } }[];
}
interface Read {
  readonly contents: readonly { readonly text?: string; readonly mimeType?: string }[];
}
interface Called {
  readonly isError?: boolean;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
}

/** One tool of each, with arguments that need nothing else. */
const apps = {
  'basic-vanillajs': 'get-time',
  debug: 'debug-tool',
  'system-monitor': 'get-system-info',
  'budget-allocator': 'get-budget-data',
  'cohort-heatmap': 'get-cohort-data',
} as const;

test(
  'B4, C2: published servers connect over every transport that they offer, list, run, and show their Views',
  { timeout: 180_000 },
  async () => {
    const everythingOverHttp = await HttpServerProcess.start('everything', 'streamableHttp');
    const everythingOverSse = await HttpServerProcess.start('everything', 'sse');
    const overHttp = await Promise.all(
      Object.keys(apps).map(async (name) => [name, await HttpServerProcess.start(name)] as const),
    );
    const folder = new DataDirectory();
    using data = new DataDirectory({
      mcpServers: {
        everything: stdio(programOf('everything'), 'stdio'),
        'everything-http': { url: `${everythingOverHttp.origin}/mcp` },
        'everything-sse': { type: 'sse', url: `${everythingOverSse.origin}/sse` },
        filesystem: stdio(programOf('filesystem'), folder.path),
        ...Object.fromEntries(Object.keys(apps).map((name) => [name, stdio(programOf(name), '--stdio')])),
        ...Object.fromEntries(
          overHttp.map(([name, server]) => [`${name}-http`, { type: 'http', url: `${server.origin}/mcp` }]),
        ),
      },
    });
    await using host = await HostProcess.start(data);
    using client = new TappedClient('reference', () => data.endpoint(), { mcpApps: {} });
    try {
      const session = await SessionServers.create(client);
      const names = [
        'everything',
        'everything-http',
        'everything-sse',
        'filesystem',
        ...Object.keys(apps),
        ...Object.keys(apps).map((name) => `${name}-http`),
      ];
      await until('all are listed', () => session.all.length === names.length);
      for (const name of names) await session.until(name, 'ready', 60_000);

      for (const name of ['everything', 'everything-http', 'everything-sse']) {
        const { tools } = (await session.call(name, 'tools/list')) as ToolList;
        expect(tools.length).toBeGreaterThan(8);
        const echoed = await session.call(name, 'tools/call', {
          name: 'echo',
          arguments: { message: `through ${name}` },
        });
        expect(echoed).toMatchObject({ content: [{ type: 'text', text: `Echo: through ${name}` }] });
      }
      const listed = await session.call('filesystem', 'tools/call', {
        name: 'list_directory',
        arguments: { path: folder.path },
      });
      expect((listed as Called).content?.[0]?.text).toContain('host.json');

      for (const [name, tool] of Object.entries(apps)) {
        for (const server of [name, `${name}-http`]) {
          const { tools } = (await session.call(server, 'tools/list')) as ToolList;
          const resourceUri = tools.find((entry) => entry.name === tool)?._meta?.ui?.resourceUri ?? '';
          expect(resourceUri).toMatch(/^ui:\/\//);
          const { contents } = (await session.call(server, 'resources/read', { uri: resourceUri })) as Read;
          expect(contents[0]).toMatchObject({ mimeType: 'text/html;profile=mcp-app' });
          expect(contents[0]?.text?.length).toBeGreaterThan(50_000);
          const called = (await session.call(server, 'tools/call', { name: tool, arguments: {} })) as Called;
          expect(called.isError ?? false).toBe(false);
        }
      }
      // The agent isn't offered tools that only Views may call.
      await until('tools are offered', () => session.tools.some((name) => name.includes('get-budget-data')));
      expect(session.tools.filter((name) => name.includes('poll-system-stats'))).toEqual([]);
      expect(session.tools.filter((name) => name.includes('debug-refresh'))).toEqual([]);
      expect(new Set(session.tools).size).toBe(session.tools.length);
      expect(host.loggedErrors).toEqual([]);
    } finally {
      folder[Symbol.dispose]();
      for (const server of [everythingOverHttp, everythingOverSse, ...overHttp.map(([, started]) => started)])
        await server[Symbol.asyncDispose]();
    }
  },
);
