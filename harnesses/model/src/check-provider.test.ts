import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { answers, FakeProvider, refuses, says, sends, type WireName } from '@loggia/testing/providers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkModel, readModels } from './check-provider.ts';
import type { ModelHarnessOptions } from './options.ts';
import { problemOf } from './problems.ts';
import { selfSigned } from './self-signed.testkit.ts';

const key = 'sk-right-and-secret';
const wires: readonly [WireName, ModelHarnessOptions['provider']][] = [
  ['anthropic', 'anthropic'],
  ['responses', 'openai'],
  ['google', 'google'],
  ['chat-completions', 'openai-compatible'],
  ['chat-completions', 'ollama'],
];

async function opened(wire: WireName): Promise<FakeProvider> {
  const provider = await FakeProvider.open(wire);
  onTestFinished(() => provider.close());
  provider.keys = [key];
  provider.models = ['small-one', 'large-one', 'text-embedding-9'];
  return provider;
}

describe.each(wires)('over %s as %s', (wire, kind) => {
  const options = (provider: FakeProvider, more: Partial<ModelHarnessOptions> = {}): ModelHarnessOptions => ({
    provider: kind,
    displayName: 'Lab',
    baseURL: provider.baseURL,
    apiKey: key,
    ...more,
  });

  test('J9: the provider itself says which models it has, without what does not converse', async () => {
    const provider = await opened(wire);
    const { models, problem } = await readModels(options(provider));
    expect(models.map(({ id }) => id)).toEqual(['small-one', 'large-one']);
    expect(problem).toBeUndefined();
  });

  test('J9: a test makes one real call and gives the answer', async () => {
    const provider = await opened(wire);
    provider.when('ready', answers(says('ready')));
    expect(await checkModel(options(provider), 'large-one')).toEqual({ model: 'large-one', answer: 'ready' });
    expect(provider.requests.map(({ model }) => model)).toEqual(['large-one']);
    expect(provider.problems).toEqual([]);
  });

  test('J9: a wrong key is said to be wrong, and shown nowhere', async () => {
    const provider = await opened(wire);
    const wrong = options(provider, { apiKey: 'sk-wrong-and-secret' });
    const tested = await checkModel(wrong, 'large-one');
    const read = await readModels(wrong);
    expect([tested.problem?.kind, read.problem?.kind]).toEqual(['badKey', 'badKey']);
    expect(JSON.stringify([tested, read])).not.toContain('sk-wrong-and-secret');
  });

  test.each([
    ['unknownModel', refuses(404, 'The model `large-one` does not exist', { type: 'model_not_found' })],
    ['rateLimit', refuses(429, 'Slow down', { type: 'rate_limit_error' })],
    ['noCredit', refuses(429, 'You exceeded your current quota', { type: 'insufficient_quota' })],
    ['noCredit', refuses(400, 'Your credit balance is too low to access the API')],
    ['trouble', refuses(500, 'Overloaded')],
    ['refused', refuses(400, 'temperature: too warm')],
  ])('J9: %s is told from other failures', async (expected, refusal) => {
    const provider = await opened(wire);
    provider.when('ready', refusal);
    const { problem } = await checkModel(options(provider), 'large-one');
    expect(problem?.kind).toBe(expected);
    expect(problem?.advice).toMatch(/\.$/);
  });
});

const asked = (baseURL: string): ModelHarnessOptions => ({
  provider: 'openai-compatible',
  displayName: 'Lab',
  baseURL,
});

async function serverThat(answer: (end: (status: number, body: string) => void) => void): Promise<string> {
  const server = createServer((_, response) =>
    answer((status, body) => response.writeHead(status, { location: '/elsewhere' }).end(body)),
  );
  return `http://127.0.0.1:${await listening(server)}`;
}

async function secureServer(): Promise<number> {
  return listening(createSecureServer(selfSigned, (_, response) => response.end('{"data":[]}')));
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** The problem that reading the list reports; a call must report the same. */
async function problemAt(baseURL: string, withinMs?: number) {
  const context = withinMs === undefined ? {} : { withinMs };
  const read = await readModels(asked(baseURL), context);
  const called = await checkModel(asked(baseURL), 'large-one', context);
  expect(called.problem).toEqual(read.problem);
  return read.problem;
}

test('J9: an address where nothing listens is named, with what to do', async () => {
  const provider = await FakeProvider.open('chat-completions');
  await provider.close();
  expect((await readModels(asked(provider.baseURL))).problem).toEqual({
    kind: 'unreachable',
    message: `Nothing answers at ${provider.baseURL}.`,
    advice: 'Start Lab, or correct the address.',
  });
});

test.each([
  ['a page instead of data', 200, '<!doctype html><title>Router</title>'],
  ['other data', 200, '{"hello":"world"}'],
  ['no such page', 404, 'Not found'],
])('J9: %s means a wrong address', async (_, status, body) => {
  const baseURL = await serverThat((end) => end(status, body));
  const { problem } = await readModels(asked(baseURL));
  expect(problem).toEqual({
    kind: 'wrongAddress',
    message: `Something answers at ${baseURL}, but not like Lab.`,
    advice: 'Check the address. Most end in /v1.',
  });
});

test('J9: a redirect is named, with the address that it leads to', async () => {
  const provider = await FakeProvider.open('chat-completions');
  onTestFinished(() => provider.close());
  const moved = sends('', { status: 308, headers: { location: 'https://user:secret@example.test/v1?k=1' } });
  provider.when('ready', moved);
  const { problem } = await checkModel(asked(provider.baseURL), 'm');
  expect(problem).toEqual({
    kind: 'wrongAddress',
    message: `Lab redirects from ${provider.baseURL} to https://example.test/v1. Redirects are not followed.`,
    advice: 'If you trust that address, enter it instead.',
  });
});

test('J9: plain HTTP behind an https address is a matter of the connection, not of the key', async () => {
  const baseURL = await serverThat((end) => end(200, '{}'));
  expect(await problemAt(baseURL.replace('http:', 'https:'))).toEqual({
    kind: 'tls',
    message: expect.stringMatching(
      /^No secure connection to https:\/\/127\.0\.0\.1:\d+ could be made \(\w+\)\.$/,
    ),
    advice: 'Use http:// if the server speaks plain HTTP, or correct its TLS settings.',
  });
});

test('J9: a certificate that nobody here trusts is named, with what to set', async () => {
  const baseURL = `https://127.0.0.1:${await secureServer()}/v1`;
  expect(await problemAt(baseURL)).toEqual({
    kind: 'tls',
    message: `The certificate of ${baseURL} isn't trusted on this machine (DEPTH_ZERO_SELF_SIGNED_CERT).`,
    advice:
      'Set NODE_EXTRA_CA_CERTS to a file with the certificate of its issuer and restart the host, or use a server with a trusted certificate.',
  });
});

test('J9: plain HTTP to a server that speaks TLS leads to https', async () => {
  const baseURL = `http://127.0.0.1:${await secureServer()}/v1`;
  expect(await problemAt(baseURL)).toEqual({
    kind: 'wrongAddress',
    message: `The server at ${baseURL} closed the connection without an answer.`,
    advice: 'Check the port, and whether the address has to begin with https://.',
  });
});

test('J9: a server that never answers is given up on, with the patience that a local one needs', async () => {
  const baseURL = await serverThat(() => undefined);
  expect(await problemAt(baseURL, 200)).toEqual({
    kind: 'timeout',
    message: `Lab at ${baseURL} did not answer in time.`,
    advice: 'Local models can take a while to load. Try again in a moment.',
  });
});

test('J9: a name that does not resolve is the name’s fault, not the key’s', async () => {
  // Reserved by RFC 2606: there is never such a name.
  expect(await problemAt('https://models.lab.invalid/v1')).toEqual({
    kind: 'unreachable',
    message: 'The name "models.lab.invalid" could not be found.',
    advice: 'Check the spelling of the address, and whether this machine is online.',
  });
});

test.each([
  ['CERT_HAS_EXPIRED', 'The certificate of https://lab.example/v1 has expired.'],
  ['CERT_NOT_YET_VALID', "The certificate of https://lab.example/v1 isn't valid yet."],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of https://lab.example/v1 was made for another name.'],
  ['UND_ERR_CONNECT_TIMEOUT', 'Lab at https://lab.example/v1 did not answer in time.'],
  ['EAI_AGAIN', 'The name "lab.example" could not be found.'],
])('J9: %s, wherever it stands in the causes, is put into words', (code, message) => {
  const cause = Object.assign(new Error('below'), { code });
  const error = new TypeError('fetch failed', { cause: new AggregateError([cause], 'several') });
  const facts = { label: 'Lab', baseURL: 'https://lab.example/v1', secrets: [], hasKey: true };
  const problem = problemOf(error, facts);
  expect([problem.message, problem.advice.endsWith('.')]).toEqual([message, true]);
});

test('J9: a server that lists no model is said to have none', async () => {
  const provider = await FakeProvider.open('chat-completions');
  onTestFinished(() => provider.close());
  const { problem } = await checkModel({ provider: 'ollama', baseURL: provider.baseURL }, undefined);
  expect(problem).toMatchObject({ kind: 'noModel', advice: expect.stringContaining('ollama pull') });
});

test('J9: a key that is missing is asked for', async () => {
  const provider = await opened('chat-completions');
  expect((await readModels(asked(provider.baseURL))).problem?.kind).toBe('noKey');
});
