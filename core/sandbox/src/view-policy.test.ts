import { expect, test } from 'vitest';
import { SeenTemplates, type SeenTemplate } from './seen-templates.ts';
import { ViewPolicies } from './view-policy.ts';

class Records {
  readonly stored = new Map<string, unknown>();
  async get(namespace: string, key: string): Promise<unknown> {
    return structuredClone(this.stored.get(`${namespace}/${key}`));
  }
  put(namespace: string, key: string, value: unknown): void {
    this.stored.set(`${namespace}/${key}`, JSON.parse(JSON.stringify(value)));
  }
  delete(namespace: string, key: string): void {
    this.stored.delete(`${namespace}/${key}`);
  }
  async list(namespace: string): Promise<{ key: string; value: unknown }[]> {
    return [...this.stored]
      .filter(([name]) => name.startsWith(`${namespace}/`))
      .map(([name, value]) => ({ key: name.slice(namespace.length + 1), value }));
  }
}

const hash = 'a'.repeat(64);

test('E1, E3: decisions outlive the host, each in its place', async () => {
  const records = new Records();
  const policies = new ViewPolicies(records);
  await policies.load();
  expect([policies.unreviewed, policies.decisionOn(hash), policies.list(() => 'd')]).toEqual([
    'show',
    undefined,
    [],
  ]);
  const blocked = { decision: 'blocked', by: 'local', at: '2026-01-01T00:00:00Z' } as const;
  policies.decide(hash, blocked);
  policies.unreviewed = 'ask';
  policies.change('s', 'd', { loosen: ['blob:', 'blob:'] });
  policies.change('s', 'd', { consent: { message: 'allow' } });
  policies.change('s', 'd', { consent: { openLink: 'deny' } });
  policies.change('__proto__', 'd', { loosen: ['data:'] });
  const again = new ViewPolicies(records);
  await again.load();
  expect(again.unreviewed).toBe('ask');
  expect(again.decisionOn(hash)).toEqual(blocked);
  expect(again.for('s', 'd')).toMatchObject({
    loosen: ['blob:'],
    consent: { message: 'allow', openLink: 'deny' },
  });
  expect(again.for('other', 'd')).toEqual({ loosen: [], consent: {} });
  expect(again.for('toString', 'd')).toEqual({ loosen: [], consent: {} });
  expect(again.for('__proto__', 'd').loosen).toEqual(['data:']);
  again.decide(hash, undefined);
  expect(again.decisionOn(hash)).toBeUndefined();
});

test('E3: a permission that an older version stored and that no longer exists is left out', async () => {
  const records = new Records();
  const policy = { about: 'd', loosen: ['same-origin', 'blob:'], consent: {} };
  records.put('view-policy', 'policy', { unreviewed: 'show', templates: {}, servers: { s: policy } });
  const policies = new ViewPolicies(records);
  await policies.load();
  expect(policies.list(() => 'd')).toEqual([{ server: 's', loosen: ['blob:'], consent: {} }]);
});

test('SE6: what Views may do is forgotten when their server is removed, or becomes another program', async () => {
  const records = new Records();
  const policies = new ViewPolicies(records);
  policies.change('s', 'd', { loosen: ['unsafe-eval', 'blob:'], consent: { message: 'allow' } });
  const untouched = { loosen: [], consent: {} };
  expect(policies.for('s', 'other')).toEqual(untouched);
  expect(policies.for('s', undefined)).toEqual(untouched);
  expect(policies.list(() => 'other')).toEqual([]);
  expect(policies.change('s', 'other', { loosen: ['blob:'] })).toEqual({
    server: 's',
    loosen: ['blob:'],
    consent: {},
  });
  policies.forget('s');
  expect(policies.for('s', 'other')).toEqual(untouched);
  const again = new ViewPolicies(records);
  await again.load();
  expect(again.list(() => 'other')).toEqual([]);
});

test('SE6: decisions about Views from before they were about definitions have no effect', async () => {
  const records = new Records();
  records.put('view-policy', 'policy', { servers: { s: { loosen: ['unsafe-eval'], consent: {} } } });
  const policies = new ViewPolicies(records);
  await policies.load();
  expect([policies.for('s', 'd'), policies.list(() => 'd')]).toEqual([{ loosen: [], consent: {} }, []]);
});

const seen = (changes: Partial<SeenTemplate> = {}): SeenTemplate => ({
  hash,
  bytes: 1,
  server: 's',
  serverName: 'Views',
  resourceUri: 'ui://a',
  seenAt: '2026-01-01T00:00:00.000Z',
  declared: {},
  ...changes,
});

test('E1: templates that were seen can be reviewed after a restart, newest first, and the oldest go', async () => {
  const records = new Records();
  const templates = new SeenTemplates(records, 3);
  for (const minute of [1, 2, 3, 4])
    templates.add(seen({ resourceUri: `ui://${minute}`, seenAt: `2026-01-01T00:0${minute}:00.000Z` }));
  templates.add(seen({ resourceUri: 'ui://4', seenAt: '2027-01-01T00:00:00.000Z' }));
  const uris = (of: SeenTemplates, server?: string) => of.list(server).map(({ resourceUri }) => resourceUri);
  expect(uris(templates)).toEqual(['ui://4', 'ui://3', 'ui://2']);
  const again = new SeenTemplates(records, 3);
  await again.load();
  expect(uris(again)).toEqual(['ui://4', 'ui://3', 'ui://2']);
  expect(again.list()[0]?.seenAt).toBe('2026-01-01T00:04:00.000Z');
  again.add(seen({ server: 't' }));
  expect(uris(again, 't')).toEqual(['ui://a']);
  expect(records.stored.size).toBe(3);
});

test('E4: agents get the tools of Views unless the user withholds them, or the template may not be shown', async () => {
  const policies = new ViewPolicies(new Records());
  const offers = (definition = 'd') => policies.offersTools('s', definition, hash);
  expect(offers()).toBe(true);
  expect(policies.change('s', 'd', { tools: 'withhold' })).toMatchObject({ tools: 'withhold' });
  policies.change('s', 'd', { loosen: ['blob:'] });
  expect([offers(), offers('another definition')]).toEqual([false, true]);
  policies.change('s', 'd', { tools: 'offer' });
  const decided = { by: 'local', at: '2026-01-01T00:00:00Z' } as const;
  policies.decide(hash, { ...decided, decision: 'blocked' });
  expect(offers()).toBe(false);
  policies.decide(hash, undefined);
  policies.unreviewed = 'ask';
  expect(offers()).toBe(false);
  policies.decide(hash, { ...decided, decision: 'allowed' });
  expect(offers()).toBe(true);
});
