import { Status, type SessionState } from '@loggia/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolbox } from './toolbox.ts';

function session(
  clients: Readonly<Record<string, readonly string[]>>,
  server: readonly string[],
): SessionState {
  return {
    provider: 'echo',
    title: '',
    status: Status.idle,
    lifecycle: 'ready',
    chats: [],
    serverTools: server.map((name) => ({ name, description: `server ${name}` })),
    activeClients: Object.entries(clients).map(([clientId, names]) => ({
      clientId,
      tools: names.map((name) => ({ name, description: `${clientId} ${name}` })),
    })),
  };
}

const described = (box: ReturnType<typeof toolbox>) =>
  Object.fromEntries([...box].map(([name, { tool }]) => [name, tool.description]));

test('D7: tools of servers and clients share one flat namespace', () => {
  const box = toolbox(session({ c1: ['probe'] }, ['search']), undefined);
  expect(described(box)).toEqual({ search: 'server search', probe: 'c1 probe' });
  expect(box.get('search')?.from).toEqual({ kind: 'server', name: 'search' });
  expect(box.get('probe')?.from).toEqual({ kind: 'client', clientId: 'c1' });
});

test('D7: the client that started the turn runs a tool that several offer, and its description is shown', () => {
  const state = session({ c1: ['probe'], c2: ['probe'], c3: ['probe'] }, []);
  expect(described(toolbox(state, 'c2'))).toEqual({ probe: 'c2 probe' });
  expect(toolbox(state, 'c2').get('probe')?.from).toEqual({ kind: 'client', clientId: 'c2' });
  expect(described(toolbox(state, 'gone'))).toEqual({ probe: 'c1 probe' });
});

test('D7: a client keeps its name against a server; both can be called', () => {
  const box = toolbox(session({ c1: ['probe'] }, ['probe']), undefined);
  expect(described(box)).toEqual({ server__probe: 'server probe', probe: 'c1 probe' });
  expect(box.get('server__probe')?.from).toEqual({ kind: 'server', name: 'probe' });
});

test('D7: whatever is offered, every tool of a server and every name of a client can be called by one name', () => {
  // Few letters and long names, so that they collide in every way.
  const name = fc.oneof(
    fc.constantFrom('a', 'b', 'server__a', 'server__server__a', 'server__a_2'),
    fc.constantFrom('x', 'y').map((end) => `${'n'.repeat(63)}${end}`),
  );
  const names = fc.uniqueArray(name, { maxLength: 6 });
  fc.assert(
    fc.property(names, names, names, (one, two, server) => {
      const box = toolbox(session({ c1: one, c2: two }, server), 'c2');
      for (const [key, { tool }] of box) expect(tool.name).toBe(key);
      const from = [...box.values()].map((offer) => offer.from);
      const ofServers = from.flatMap((entry) => (entry.kind === 'server' ? [entry.name] : []));
      expect(ofServers.toSorted()).toEqual(server.toSorted());
      for (const owned of [...one, ...two]) expect(box.get(owned)?.from.kind).toBe('client');
      expect([...box.keys()].every((key) => key.length <= 64)).toBe(true);
    }),
  );
});
