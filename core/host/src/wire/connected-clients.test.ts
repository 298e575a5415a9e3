import { expect, test } from 'vitest';
import { ConnectedClients } from './connected-clients.ts';
import type { Connection } from './connection.ts';

function connection() {
  const heard: unknown[] = [];
  const fake = {
    announce: (name: string, params: object) => void heard.push([name, params]),
    peer: { ask: async (method: string, params: object) => [method, params] },
  };
  return { heard, connection: fake as unknown as Connection };
}

test('A9: what is announced goes to every connection, addressed to the root', () => {
  const clients = new ConnectedClients();
  const [one, other, gone] = [connection(), connection(), connection()];
  for (const each of [one, other, gone]) clients.add(each.connection);
  clients.delete(gone.connection);
  clients.announce('root/sessionRemoved', { session: 's' });
  const told = [['root/sessionRemoved', { channel: 'ahp-root://', session: 's' }]];
  expect([one.heard, other.heard, gone.heard]).toEqual([told, told, []]);
  expect([clients.size, [...clients]]).toEqual([2, [one.connection, other.connection]]);
});

test('a client is asked on the connection that it has now, and not when it has none', async () => {
  const clients = new ConnectedClients();
  const { connection: line } = connection();
  await expect(clients.ask('c', 'resourceRead', {})).rejects.toThrow('The client is not connected.');
  clients.name('c', line);
  expect(clients.has('c')).toBe(true);
  expect(await clients.ask('c', 'resourceRead', { uri: 'u' })).toEqual(['resourceRead', { uri: 'u' }]);
  clients.unname('c');
  expect(clients.has('c')).toBe(false);
  await expect(clients.ask('c', 'resourceRead', {})).rejects.toThrow('The client is not connected.');
});
