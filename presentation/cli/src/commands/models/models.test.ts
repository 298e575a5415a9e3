import { expect, test } from 'vitest';
import { HostDouble, loggia } from '../../host-double.testkit.ts';

const offers = [
  {
    id: 'anthropic',
    label: 'Anthropic',
    kind: 'anthropic',
    baseURL: 'https://api.anthropic.com/v1',
    key: 'required',
  },
  {
    id: 'ollama',
    label: 'Ollama',
    kind: 'ollama',
    baseURL: 'http://127.0.0.1:11434/v1',
    key: 'none',
    found: { baseURL: 'http://127.0.0.1:11434/v1', models: ['qwen3'] },
  },
  { id: 'other', label: 'Another server', kind: 'openai-compatible', key: 'optional' },
];
const operator = {
  provider: 'operator',
  name: 'Operator',
  source: { kind: 'builtIn' },
  models: [],
  isDefault: true,
};
const lab = {
  provider: 'lab',
  name: 'Lab',
  source: { kind: 'connected' },
  kind: 'openai-compatible',
  baseURL: 'http://10.0.0.5:8000/v1',
  hasKey: true,
  models: [{ id: 'qwen3' }],
  defaultModel: 'qwen3',
  isDefault: true,
};
const works = { works: true, model: 'qwen3', answer: 'ready', durationMs: 1240 };
const badKey = {
  works: false,
  durationMs: 9,
  problem: { kind: 'badKey', message: 'Anthropic does not accept this key.', advice: 'Make a new one.' },
};

async function host(tested: object = works): Promise<HostDouble> {
  return HostDouble.start({
    'x-loggia/listModelProviders': () => ({ providers: [lab, operator], offers }),
    'x-loggia/addModelProvider': () => ({ provider: lab }),
    'x-loggia/removeModelProvider': () => ({}),
    'x-loggia/chooseDefaultAgent': () => ({}),
    'x-loggia/testModel': () => tested,
  });
}

test('J9: the list says where each provider comes from, and what was found', async () => {
  const { data } = await host();
  const { out, exitCode } = await loggia(['models', 'list'], { data });
  expect(exitCode).toBe(0);
  expect(out).toContain('connected (http://10.0.0.5:8000/v1)');
  expect(out).toContain(
    'Ollama is running at http://127.0.0.1:11434/v1. "loggia models add ollama" connects it.',
  );
  expect(JSON.parse((await loggia(['models', 'list', '--json'], { data })).out)).toEqual({
    providers: [lab, operator],
    offers,
  });
});

test('J9: a key is piped in, typed unseen, or named by its variable; never an argument', async () => {
  const double = await host();
  const { data } = double;
  const keys = () =>
    double.commands
      .filter(([method]) => method === 'x-loggia/addModelProvider')
      .map(([, params]) => (params['settings'] as { key?: string }).key);
  await loggia(['models', 'add', 'anthropic'], { data, readInput: async () => 'sk-piped\n' });
  const questions: string[] = [];
  const askSecret = async (question: string) => {
    questions.push(question);
    return 'sk-typed';
  };
  await loggia(['models', 'add', 'anthropic'], { data, askSecret });
  const env = { LOGGIA_DATA: data, MY_KEY: 'sk-variable' };
  await loggia(['models', 'add', 'anthropic', '--key-env', 'MY_KEY'], { env });
  await loggia(['models', 'add', 'ollama'], { data });
  expect(keys()).toEqual(['sk-piped', 'sk-typed', 'sk-variable', undefined]);
  expect(questions).toEqual(['Key for Anthropic: ']);
  expect(await loggia(['models', 'add', 'anthropic', '--key', 'sk-1'], { data })).toMatchObject({
    exitCode: 2,
  });
});

test('J9: a provider that fails its test is not connected, and the key is not in what is said', async () => {
  const double = await host(badKey);
  const given = { data: double.data, readInput: async () => 'sk-wrong' };
  expect(await loggia(['models', 'add', 'anthropic'], given)).toEqual({
    exitCode: 1,
    out: '',
    complaints:
      'loggia: Anthropic does not accept this key. Make a new one. Nothing was connected. To connect it anyway, add --no-test.\n',
  });
  expect(double.commands.map(([method]) => method)).not.toContain('x-loggia/addModelProvider');
  expect(await loggia(['models', 'add', 'anthropic', '--no-test'], given)).toMatchObject({
    exitCode: 0,
    out: 'Connected Lab as "lab". New sessions use it.\n',
  });
});

test('J9: what is typed goes to the host, headers and address included', async () => {
  const double = await host();
  const line =
    'models add other --base-url http://10.0.0.5:8000/v1 --name Lab --model qwen3 --header X-Team=a=b';
  expect(await loggia(line.split(' '), { data: double.data })).toEqual({
    exitCode: 0,
    out: 'qwen3 answered in 1.2 s: ready\nConnected Lab as "lab". New sessions use it.\n',
    complaints: '',
  });
  const settings = {
    kind: 'openai-compatible',
    baseURL: 'http://10.0.0.5:8000/v1',
    name: 'Lab',
    headers: { 'X-Team': 'a=b' },
    defaultModel: 'qwen3',
  };
  expect(double.commands.slice(1)).toEqual([
    ['x-loggia/testModel', { settings, model: 'qwen3' }],
    ['x-loggia/addModelProvider', { settings }],
  ]);
});

test('J9: a test says how it went, with its exit code', async () => {
  const good = await host();
  expect(await loggia(['models', 'test', 'LAB'], { data: good.data })).toEqual({
    exitCode: 0,
    out: 'qwen3 answered in 1.2 s: ready\n',
    complaints: '',
  });
  const bad = await host(badKey);
  expect(await loggia(['models', 'test', 'lab'], { data: bad.data })).toMatchObject({ exitCode: 1 });
  const json = await loggia(['models', 'test', 'lab', '--json'], { data: bad.data });
  expect([json.exitCode, JSON.parse(json.out)]).toEqual([1, badKey]);
});

test('J9: removing asks first, and choosing names the agent', async () => {
  const double = await host();
  const { data } = double;
  expect(await loggia(['models', 'remove', 'lab'], { data, ask: async () => 'n' })).toMatchObject({
    exitCode: 1,
  });
  expect(await loggia(['models', 'remove', 'lab'], { data })).toMatchObject({ exitCode: 2 });
  expect(await loggia(['models', 'remove', 'lab', '--yes'], { data })).toMatchObject({
    out: 'Removed "Lab".\n',
  });
  expect(await loggia(['models', 'use', 'operator'], { data })).toMatchObject({
    out: 'New sessions use Operator.\n',
  });
  expect(double.commands.at(-1)).toEqual(['x-loggia/chooseDefaultAgent', { provider: 'operator' }]);
});

test.each([
  ['models', 'Choose what to do with models: list, add, test, use, remove.'],
  ['models add', 'KIND is missing. Write loggia models add KIND.'],
  ['models test', 'NAME is missing. Write loggia models test NAME.'],
])('L2: "loggia %s" is a mistake that is named, with exit code 2', async (line, message) => {
  expect(await loggia(line.split(' '))).toEqual({ exitCode: 2, out: '', complaints: `loggia: ${message}\n` });
});

test.each([
  ['models add other', '"other" needs --base-url, such as http://127.0.0.1:8000/v1.', 2],
  ['models add gemini', '"gemini" can\'t be connected; KIND is one of anthropic, ollama, other.', 2],
  ['models test nobody', 'There is no model provider "nobody". "loggia models list" lists them.', 1],
])('J9: "loggia %s" says what to write instead', async (line, message, exitCode) => {
  const { data } = await host();
  expect(await loggia(line.split(' '), { data })).toEqual({
    exitCode,
    out: '',
    complaints: `loggia: ${message}\n`,
  });
});
