import {
  KnownSignIns,
  MemoryRecordStore,
  MemoryRegistrationStore,
  offerTo,
  signIn,
  throughHost,
} from '@loggia/client/oauth';
import type { ToolCall } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { HttpServerProcess } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';
import { WillingUser } from './src/servers/willing-user.ts';

test('B11, B12: a published server that asks only when a tool needs it is signed in to in the middle of the call', async () => {
  await using server = await HttpServerProcess.start('lazy-auth');
  const url = `${server.origin.replace('127.0.0.1', 'localhost')}/mcp`;
  using data = new DataDirectory({ mcpServers: { lazy: { url } } });
  await using host = await HostProcess.start(data);
  using client = new TappedClient('lazy', () => data.endpoint(), { mcpApps: {} });
  const session = await SessionServers.create(client);
  const { id } = await session.until('lazy', 'ready');
  const chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
  await chat.ready;
  await until('its tools are offered', () => session.tools.includes('get_secret'));

  const call = (): ToolCall | undefined => {
    const turn = chat.state?.activeTurn ?? chat.state?.turns.at(-1);
    return turn?.responseParts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []))[0];
  };
  const message = { text: '/tool get_secret {}', origin: { kind: 'user' as const } };
  chat.dispatch({ type: 'chat/turnStarted', turnId: 't1', startedAt: new Date().toISOString(), message });
  const blocked = await until('the call waits', () => {
    const found = call();
    return found?.status === 'auth-required' ? found : undefined;
  });

  const registrations = new MemoryRegistrationStore();
  const known = new KnownSignIns({ records: new MemoryRecordStore(), offer: offerTo(client.ahp) });
  // It registers nobody: the client is known by the address of the document that describes it, which the host serves.
  const grant = await signIn({
    challenge: blocked.auth,
    redirect: new WillingUser(),
    registrations,
    settings: { clientName: 'Loggia', clientMetadataUrl: `${host.endpoint.http}/oauth/client.json` },
    reach: throughHost(client.ahp),
  });
  await known.adopt(id, grant);
  const done = await until('the call has ended', () => {
    const found = call();
    return found?.status === 'completed' ? found : undefined;
  });
  expect(done).toMatchObject({ success: true, contributor: { kind: 'mcp', customizationId: id } });
  expect(session.named('lazy').state.kind).toBe('ready');
  expect(host.loggedErrors).toEqual([]);
});
