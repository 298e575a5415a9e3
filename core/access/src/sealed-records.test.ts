import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealedRecords, type RecordStore } from './sealed-records.ts';

function rig() {
  const stored = new Map<string, Map<string, unknown>>();
  const of = (namespace: string) => stored.get(namespace) ?? new Map<string, unknown>();
  const records: RecordStore = {
    put: (namespace, key, value) => void stored.set(namespace, of(namespace).set(key, value)),
    delete: (namespace, key) => void of(namespace).delete(key),
    list: async (namespace) => [...of(namespace)].map(([key, value]) => ({ key, value })),
  };
  const problems: string[] = [];
  const open = (key = createSecretKey(randomBytes(32))) =>
    sealedRecords(records, { key, namespaces: ['servers'], report: (problem) => problems.push(problem) });
  return { stored, problems, open };
}

test('B13: values of a sealed namespace are unreadable where they lie, and come back whole', async () => {
  const { stored, open } = rig();
  const records = open();
  records.put('servers', 'far', { headers: { 'X-Key': 'sesame' } });
  records.put('trust', 'there', { decision: 'trusted' });
  expect(JSON.stringify([...(stored.get('servers') ?? [])])).not.toContain('sesame');
  expect(await records.list('servers')).toEqual([{ key: 'far', value: { headers: { 'X-Key': 'sesame' } } }]);
  expect([...(stored.get('trust') ?? [])]).toEqual([['there', { decision: 'trusted' }]]);
  records.delete('servers', 'far');
  expect(await records.list('servers')).toEqual([]);
});

test('B13, L5: what was stored with another key, under another name, or is damaged is left out and reported', async () => {
  const { stored, problems, open } = rig();
  const records = open();
  records.put('servers', 'far', { env: { KEY: 'sesame' } });
  const sealed = stored.get('servers')?.get('far');
  stored.get('servers')?.set('moved', sealed).set('damaged', 'AAAA').set('plain', { env: {} });
  expect((await records.list('servers')).map(({ key }) => key)).toEqual(['far']);
  expect(problems).toHaveLength(3);
  expect(await open().list('servers')).toEqual([]);
});
