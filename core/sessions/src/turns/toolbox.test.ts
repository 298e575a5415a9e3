import { Status, viewToolLimits, viewToolMark, type SessionState } from '@loggia/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('tools of Views', () => {
  const rules = { isOffered: () => true, isConnected: () => true };
  const offer = (name: string, view = 'view-1') => ({
    name,
    description: `View ${name}`,
    _meta: viewToolMark({ view, title: 'Budget', server: 'finance', template: 'hash', name: 'own' }),
  });
  const withViews = (
    clients: Readonly<Record<string, readonly ReturnType<typeof offer>[]>>,
    base: SessionState,
  ) => ({
    ...base,
    activeClients: [
      ...base.activeClients,
      ...Object.entries(clients).map(([clientId, tools]) => ({ clientId, tools: [...tools] })),
    ],
  });

  test('E4: a View never takes a name that a server, a client or the host has', () => {
    const state = withViews(
      { tab: ['a', 'b', 'c', 'd'].map((name) => offer(name)) },
      session({ c1: ['a'] }, ['b']),
    );
    const box = toolbox(state, 'tab', [{ name: 'c', description: 'host c' }], rules);
    expect(described(box)).toEqual({
      a: 'c1 a',
      b: 'server b',
      c: 'host c',
      d: 'View d',
      view__a: 'View a',
      view__b: 'View b',
      view__c: 'View c',
    });
    expect(box.get('view__a')?.from).toMatchObject({ kind: 'view', clientId: 'tab', name: 'a' });
  });

  test('E4: a View that two browsers show is offered once, by the one that started the turn', () => {
    const state = withViews({ one: [offer('x')], two: [offer('x')] }, session({}, []));
    const owner = (preferred?: string) => toolbox(state, preferred, [], rules).get('x')?.from;
    expect(owner()).toMatchObject({ clientId: 'one' });
    expect(owner('two')).toMatchObject({ clientId: 'two' });
    expect(toolbox(state, 'two', [], rules).size).toBe(1);
  });

  test('E4: a browser without a connection runs no call if another shows the View', () => {
    const state = withViews({ one: [offer('x')], two: [offer('x'), offer('y')] }, session({}, []));
    const owners = (preferred: string, ...connected: string[]) =>
      [
        ...toolbox(state, preferred, [], { ...rules, isConnected: (id) => connected.includes(id) }).values(),
      ].map(({ from, tool }) => [tool.name, 'clientId' in from && from.clientId]);
    const both = (x: string) => [
      ['x', x],
      ['y', 'two'],
    ];
    expect(owners('one', 'two')).toEqual(both('two'));
    expect(owners('two', 'one')).toEqual(both('one'));
    expect(owners('two', 'one', 'two')).toEqual(both('two'));
    expect(owners('two')).toEqual(both('two'));
    expect(owners('neither')).toEqual(both('one'));
  });

  test('E4: only what the host lets agents use, and not more than a session may have', () => {
    const many = Array.from({ length: 150 }, (_, index) =>
      offer(`t${index}`, index < 3 ? 'blocked' : 'fine'),
    );
    const state = withViews({ tab: many }, session({}, ['sum']));
    const isOffered = ({ view }: { readonly view: string }): boolean => view === 'fine';
    const names = [...toolbox(state, 'tab', [], { ...rules, isOffered }).keys()];
    expect(names).toHaveLength(1 + viewToolLimits.perSession);
    expect(names.slice(0, 2)).toEqual(['sum', 't3']);
    expect([...toolbox(state, 'tab').keys()]).toEqual(['sum']);
  });

  test('E4: an unreadable mark still makes it a tool of a View', () => {
    const odd = { name: 'odd', _meta: { 'loggia.viewTool': 7 } };
    const state = { ...session({}, []), activeClients: [{ clientId: 'tab', tools: [odd] }] };
    expect(toolbox(state, 'tab').size).toBe(0);
    expect(toolbox(state, 'tab', [], rules).get('odd')?.from).toMatchObject({
      kind: 'view',
      view: { server: '', view: '' },
    });
  });
});
