import { afterAll, expect, test } from 'vitest';
import { holderOf } from '../gate/walk.testkit.ts';
import { engine, RawClient, stopEngines } from './raw-client.testkit.ts';

afterAll(stopEngines);

test('SE18: an API key takes over no client of its person or of another key', async () => {
  const host = await engine();
  const ofPerson = new RawClient(host);
  await ofPerson.hello('shell');
  const key = holderOf('read');
  await new RawClient(host, key).hello('program');
  const others = [
    { clientId: 'shell', principal: key },
    { clientId: 'program', principal: { ...key, actor: { ...key.actor, key: 'another' } } },
    { clientId: 'program', principal: undefined },
  ];
  for (const { clientId, principal } of others) {
    const hello = { channel: 'ahp-root://', clientId, protocolVersions: ['1.0.0'] };
    const { error } = await new RawClient(host, principal).request('initialize', hello);
    expect(error?.['message']).toContain('belongs to somebody else');
    const back = { channel: 'ahp-root://', clientId, lastSeenServerSeq: 0, subscriptions: [] };
    const again = await new RawClient(host, principal).request('reconnect', back);
    expect(again['error']?.message).toContain('belongs to somebody else');
  }
  expect((await ofPerson.request('ping'))['result']).toBeNull();
});
