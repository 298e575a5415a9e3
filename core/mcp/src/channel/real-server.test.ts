import { localPrincipal } from '@loggia/access';
import { expect, test } from 'vitest';
import { eventually, openRig, scriptedServer, texts, whenever } from '../connections/gateway-rig.testkit.ts';
import type { ChannelCaller } from './port.ts';
import { createSideChannels } from './side-channels.ts';

const session = 'ahp-session:/s';

/** A channel to a real process, through the real gateway. */
async function channelTo(rig: ReturnType<typeof openRig>) {
  const connection = await rig.ready(scriptedServer());
  const { recorder, audited } = rig;
  const channels = createSideChannels({ recorder });
  const principal = localPrincipal;
  const channel = channels.open({
    session,
    customizationId: 'server-1',
    serverName: 'Scripted',
    definition: 'd',
    connection,
    principal,
  });
  const { signal } = new AbortController();
  const caller: ChannelCaller = { principal, clientId: 'c', mcpApps: true, watches: () => true, signal };
  const request = (method: string, params: Record<string, unknown>, more: Partial<ChannelCaller> = {}) =>
    channels
      .request(channel.uri, method, params, { ...caller, ...more })
      .then((json) => JSON.parse(json) as unknown);
  const notify = (method: string, params: Record<string, unknown>) =>
    channels.notify(channel.uri, method, params, caller);
  return { connection, channels, channel, audited, request, notify };
}

test('C1, C2: a View speaks with a real server, within what the server has', async () => {
  const rig = openRig();
  const { channel, request, connection, notify } = await channelTo(rig);
  expect(channel.capabilities).toEqual({ serverTools: { listChanged: true }, logging: {} });
  expect(await request('tools/call', { name: 'echo', arguments: { a: 1 } })).toEqual({
    content: [{ type: 'hologram', text: '', depth: 3 }],
    structuredContent: [{ a: 1 }],
    fromTheFuture: true,
    _meta: { 'example.org/kept': 1 },
  });
  expect(await request('tools/list', {})).toEqual({ tools: connection.tools });
  expect(connection.tools[0]).toMatchObject({ name: 'echo', invented: true });
  await expect(request('tools/call', { name: 'refuse' })).rejects.toMatchObject({
    code: -32050,
    message: 'No, not today.',
    data: { until: 'tomorrow' },
  });
  await notify('notifications/message', { level: 'info', data: 'From a View.' });
  expect(texts(connection)).toContain('A View says: From a View.');
});

test('C1, C6: what a View cancels is cancelled on the server, and on record as failed', async () => {
  const rig = openRig();
  const { request, connection, audited } = await channelTo(rig);
  const controller = new AbortController();
  const waiting = request('tools/call', { name: 'wait' }, { signal: controller.signal });
  // The server answers in order, so it has received the other one too.
  await request('tools/call', { name: 'echo' });
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: -32050 });
  await eventually(() => texts(connection).some((text) => text.startsWith('cancelled')));
  expect(audited.slice(1)).toMatchObject([{ method: 'tools/call', target: 'wait', decision: 'failed' }]);
});

test('B5, C1: when the server dies, a View hears of it at once', async () => {
  const rig = openRig();
  const { request, connection } = await channelTo(rig);
  const waiting = request('tools/call', { name: 'wait' });
  process.kill(connection.pid ?? 0, 'SIGKILL');
  await expect(waiting).rejects.toMatchObject({ code: -32050 });
});

test('C3: a new tool is told of, and can be called', async () => {
  const rig = openRig();
  const { channels, channel, request, connection } = await channelTo(rig);
  const told: unknown[] = [];
  channels.onNotification((said) => told.push(said));
  await request('tools/call', { name: 'grow', arguments: { name: 'grown' } });
  await whenever(connection, () => connection.tools.some(({ name }) => name === 'grown'));
  expect(told).toContainEqual({
    session,
    channel: channel.uri,
    method: 'notifications/tools/list_changed',
    params: {},
  });
  expect(await request('tools/call', { name: 'grown' })).toEqual({
    content: [{ type: 'text', text: '"grown"' }],
  });
});
