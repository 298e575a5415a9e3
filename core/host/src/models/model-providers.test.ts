import { createSecretKey, randomBytes } from 'node:crypto';
import { sealedRecords, type RecordStore } from '@loggia/access';
import type { Harness } from '@loggia/sessions';
import { answers, FakeProvider, says } from '@loggia/testing/providers';
import { expect, onTestFinished, test } from 'vitest';
import type { AgentOrigin } from './agent-origin.ts';
import { modelRecords, ModelProviders } from './model-providers.ts';

const key = 'sk-right-and-secret';
const signal = new AbortController().signal;

function harness(provider: string): Harness {
  return {
    describe: { provider, displayName: `The ${provider}`, description: '', models: [] },
    async *run() {},
  };
}

/** A disk, and hosts that are started on it one after the other. */
class Disk {
  readonly rows = new Map<string, unknown>();
  readonly #key = createSecretKey(randomBytes(32));
  readonly problems: string[] = [];

  start(origins: ReadonlyMap<string, AgentOrigin> = new Map(), configured: readonly Harness[] = []) {
    const at = (namespace: string, name: string) => `${namespace}\n${name}`;
    const records: RecordStore = {
      put: (namespace, name, value) => void this.rows.set(at(namespace, name), value),
      delete: (namespace, name) => void this.rows.delete(at(namespace, name)),
      list: async (namespace) =>
        [...this.rows]
          .map(([row, value]) => ({ row: row.split('\n'), value }))
          .filter(({ row }) => row[0] === namespace)
          .map(({ row, value }) => ({ key: row[1] ?? '', value })),
    };
    return ModelProviders.open({
      records: sealedRecords(records, {
        key: this.#key,
        namespaces: [modelRecords],
        report: (problem) => void this.problems.push(problem),
      }),
      configured: [...configured, harness('operator')],
      origins: new Map([...origins, ['operator', { kind: 'builtIn' }]]),
      env: { OLLAMA_HOST: 'http://127.0.0.1:1' },
      clock: { now: () => Date.UTC(2026, 0, 1) + this.rows.size },
      report: (problem) => void this.problems.push(problem),
    });
  }
}

async function lab(): Promise<FakeProvider> {
  const provider = await FakeProvider.open('chat-completions');
  onTestFinished(() => provider.close());
  provider.keys = [key];
  provider.models = ['small', 'large'];
  return provider;
}

const settingsOf = ({ baseURL }: FakeProvider) =>
  ({ kind: 'openai-compatible', name: 'Lab', baseURL, key }) as const;

test('J9: a connected provider is there at once, first of all, and after a restart', async () => {
  const disk = new Disk();
  const provider = await lab();
  const host = await disk.start();
  const order = () => host.harnesses.all().map(({ describe }) => describe.provider);
  expect(order()).toEqual(['operator']);
  const added = await host.add({ ...settingsOf(provider), defaultModel: 'large' });
  expect(added).toEqual({
    provider: 'lab',
    name: 'Lab',
    source: { kind: 'connected' },
    kind: 'openai-compatible',
    baseURL: provider.baseURL,
    hasKey: true,
    headers: [],
    models: [
      { id: 'large', name: 'large' },
      { id: 'small', name: 'small' },
    ],
    defaultModel: 'large',
    isDefault: true,
  });
  expect(order()).toEqual(['lab', 'operator']);
  const next = await disk.start();
  expect((await next.list()).providers[0]).toEqual(added);
});

test('J9: the key is sealed on the disk and in no answer', async () => {
  const disk = new Disk();
  const provider = await lab();
  const host = await disk.start();
  const secretHeaders = { 'X-Team': 'team-secret' };
  const told = [
    await host.add({ ...settingsOf(provider), headers: secretHeaders }),
    await host.update('lab', { name: 'Lab two' }),
    await host.list(),
    await host.read({ provider: 'lab' }, signal),
    await host.test({ provider: 'lab', settings: { key: 'sk-wrong-and-secret' } }, signal),
  ];
  const seen = JSON.stringify([told, [...disk.rows], host.harnesses.all().map((one) => one.describe)]);
  for (const secret of [key, 'team-secret', 'sk-wrong-and-secret']) expect(seen).not.toContain(secret);
  expect(seen).toContain('X-Team');
});

test('J9: a test of a stored provider uses its key, a test elsewhere does not', async () => {
  const provider = await lab();
  const elsewhere = await lab();
  provider.when('ready', answers(says('ready')));
  const host = await new Disk().start();
  await host.add(settingsOf(provider));
  expect(await host.test({ provider: 'lab', model: 'small' }, signal)).toEqual({
    model: 'small',
    answer: 'ready',
  });
  await expect(
    host.test({ provider: 'lab', settings: { baseURL: elsewhere.baseURL } }, signal),
  ).rejects.toThrow(/Enter the key again/);
  expect(elsewhere.requests).toEqual([]);
});

test('J9: a removed provider is gone, with its key', async () => {
  const disk = new Disk();
  const host = await disk.start();
  await host.add(settingsOf(await lab()));
  await host.remove('lab');
  expect(host.harnesses.get('lab')).toBeUndefined();
  expect([...disk.rows.keys()]).toEqual([]);
  await expect(host.remove('lab')).rejects.toThrow(/No model provider "lab" is connected/);
});

test('J9: what comes from a variable or a file is shown with its name, and changed only there', async () => {
  const provider = await lab();
  const options = { provider: 'ollama', baseURL: provider.baseURL, apiKeyEnv: 'LAB_KEY' } as const;
  const origins = new Map<string, AgentOrigin>([
    ['env', { kind: 'environment', name: 'LAB_KEY', options }],
    ['own', { kind: 'file', name: '/etc/host.json' }],
  ]);
  const host = await new Disk().start(origins, [harness('env'), harness('own')]);
  const { providers } = await host.list();
  expect(providers.map(({ provider: id, source }) => [id, source])).toEqual([
    ['env', { kind: 'environment', name: 'LAB_KEY' }],
    ['own', { kind: 'file', name: '/etc/host.json' }],
    ['operator', { kind: 'builtIn' }],
  ]);
  await expect(host.update('env', { name: 'x' })).rejects.toThrow(/environment or configuration file/);
  await expect(host.remove('own')).rejects.toThrow(/environment or configuration file/);
  expect((await host.read({ provider: 'env' }, signal)).problem?.kind).toBe('noKey');
});

test('J9: new sessions begin with the chosen agent, and so do those after a restart', async () => {
  const disk = new Disk();
  const host = await disk.start();
  await host.add(settingsOf(await lab()));
  await host.chooseDefault('operator');
  expect(host.harnesses.providerFor(undefined)).toBe('operator');
  expect((await disk.start()).harnesses.providerFor(undefined)).toBe('operator');
  await expect(host.chooseDefault('nobody')).rejects.toMatchObject({ code: -32002 });
});

test('J9: a provider that is down can be connected with a model named by hand', async () => {
  const gone = await lab();
  await gone.close();
  const host = await new Disk().start();
  const { models } = await host.add({ ...settingsOf(gone), defaultModel: 'by-hand' });
  expect(models).toEqual([{ id: 'by-hand', name: 'by-hand' }]);
});

test('J9: a model that a server gets later is found without a restart, and kept', async () => {
  const disk = new Disk();
  const provider = await lab();
  const host = await disk.start();
  await host.add({ ...settingsOf(provider), defaultModel: 'large' });
  let shown = 0;
  host.harnesses.onChanged(() => void (shown += 1));
  const ids = (models: readonly { readonly id: string }[] | undefined) => models?.map(({ id }) => id);
  provider.models = ['small', 'pulled-later'];
  const { providers } = await host.list();
  expect(ids(providers.find(({ name }) => name === 'Lab')?.models)).toEqual([
    'large',
    'small',
    'pulled-later',
  ]);
  expect(shown).toBe(1);
  await host.list();
  expect(shown).toBe(1);
  await provider.close();
  const again = await disk.start();
  expect(ids(again.harnesses.get('lab')?.describe.models)).toEqual(['large', 'small', 'pulled-later']);
});

test('J9: models that somebody chose stay as they are', async () => {
  const provider = await lab();
  const host = await new Disk().start();
  await host.add({ ...settingsOf(provider), models: [{ id: 'small' }] });
  provider.models = ['small', 'pulled-later'];
  await host.list();
  expect(host.harnesses.get('lab')?.describe.models).toEqual([{ id: 'small', name: 'small' }]);
});
