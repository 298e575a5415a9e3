import { expect, test } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { describedTool } from './tool-descriptions.ts';
import { facts } from './view.testkit.ts';

function rig() {
  const asked: unknown[] = [];
  let changed = (_params: { channel: string }): void => {};
  const pages = [{ tools: [{ name: 'a' }], nextCursor: '2' }, { tools: [{ name: 'b' }] }];
  let fails = false;
  const host = {
    client: {
      onNotification: (_name: string, listener: typeof changed) => {
        changed = listener;
      },
      call: async (_method: string, params: { cursor?: string }) => {
        asked.push(params);
        if (fails) throw new Error('Not now.');
        return pages[params.cursor === undefined ? 0 : 1];
      },
    },
    ask: async (method: string, params: object) => {
      asked.push({ method, ...params });
      return { tools: [{ server: 's', serverName: 'S', tool: { name: 'model-only', title: 'M' } }] };
    },
  } as unknown as ShellHost;
  return {
    asked,
    named: (name: string, channel = 'mcp://1') =>
      describedTool(host, channel, { ...facts, key: 'v', tool: { name } }),
    change: (channel: string) => changed({ channel }),
    fail: (does: boolean) => {
      fails = does;
    },
  };
}

test('E4: a tool is found on whatever page it stands, and a server is asked once', async () => {
  const { named, asked } = rig();
  expect(await Promise.all([named('a'), named('b')])).toEqual([{ name: 'a' }, { name: 'b' }]);
  expect(asked).toHaveLength(2);
  await named('a', 'mcp://2');
  expect(asked).toHaveLength(4);
});

test('E4: it is asked again after a change, or a failure', async () => {
  const { named, asked, change, fail } = rig();
  await named('a');
  change('mcp://2');
  await named('a');
  expect(asked).toHaveLength(2);
  change('mcp://1');
  fail(true);
  expect(await named('a')).toBeUndefined();
  fail(false);
  expect(await named('a')).toEqual({ name: 'a' });
});

test('E4: a tool for agents alone is described by the host, which is asked once', async () => {
  const { named, asked } = rig();
  const inputSchema = { type: 'object' };
  expect(await named('model-only')).toEqual({ inputSchema, name: 'model-only', title: 'M' });
  expect(await named('gone')).toBeUndefined();
  expect(asked.slice(2)).toEqual([{ method: 'x-loggia/listTools', server: 'finance', session: 'session:1' }]);
});
