import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { agentOptionsIn, chatCommandsOf, rootUri, type RootState, type SessionState } from '@loggia/protocol';
import { expect, test, vi } from 'vitest';
import { acpRig, noticesOf, textOf, type AcpRig } from './acp-rig.testkit.ts';

const commands = [
  { name: 'review', description: 'Review the changes' },
  { name: 'compact', description: 'Summarize so far', input: { hint: 'what to keep' } },
];
const COMMANDS = JSON.stringify(commands);

const MODES = JSON.stringify({
  currentModeId: 'code',
  availableModes: [
    { id: 'code', name: 'Code' },
    { id: 'plan', name: 'Plan', description: 'Changes nothing' },
  ],
});

const OPTIONS = JSON.stringify([
  {
    id: 'model',
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: 'small',
    options: [
      { group: 'a', name: 'Acme', options: [{ value: 'small', name: 'Small' }] },
      { group: 'b', name: 'Best', options: [{ value: 'large', name: 'Large', description: 'Slow' }] },
    ],
  },
  { id: 'brave', name: 'Brave mode', description: 'Never asks', type: 'boolean', currentValue: false },
]);

const unguided = { persona: undefined, invoked: undefined, skills: [], rules: [] };

const noted = async ({ folder }: AcpRig): Promise<string[]> => {
  const text = await readFile(path.join(folder, 'notes.txt'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean);
};

const settings = ({ config }: SessionState) =>
  agentOptionsIn(config).map(({ id, property, value }) => [id, property.title, value]);

const settingsOf = async ({ host, session }: AcpRig) => settings(await host.session(session));

const choose = ({ host, session }: AcpRig, config: Record<string, unknown>) =>
  host.dispatch(session, { type: 'session/configChanged', config });

test('K3: the commands of an agent complete what is typed in its chat, after a restart, and in new chats', async () => {
  const rig = await acpRig({ env: { COMMANDS } });
  await rig.turn([{ say: 'Hello.' }]);
  const typed = { text: '/', offset: 1 };
  const complete = async ({ host }: AcpRig, channel: string) =>
    (await host.sessions.completions({ channel, ...typed, kind: 'userMessage' })).items.map(
      ({ insertText }) => insertText,
    );
  expect(await complete(rig, rig.chat)).toEqual(['/review ', '/compact ']);
  expect(chatCommandsOf(await rig.host.chat(rig.chat), 'scripted')).toEqual(
    commands.map(({ name, description }) => ({ name, description })),
  );
  await rig.close();

  const again = await acpRig({ disk: rig.host.disk, folder: rig.folder, env: { COMMANDS } });
  expect(await complete(again, again.chat)).toEqual(['/review ', '/compact ']);
  const { chat } = await again.host.create('ahp-session:/other');
  expect(await complete(again, chat)).toEqual(['/review ', '/compact ']);
  const root = await again.host.kernel.load<RootState>(rootUri);
  expect(root?.state.agents).toMatchObject([{ _meta: { 'loggia.commands': [{ name: 'review' }, {}] } }]);
});

test('K3: a message that begins with a command of the agent reaches it without anything before it', async () => {
  const rig = await acpRig({
    env: { COMMANDS },
    equipment: { guidance: () => ({ ...unguided, rules: [{ name: 'Tone', text: 'Be brief.' }] }) },
  });
  await rig.turn([{ say: 'Hello.' }]);
  await rig.host.say(rig.chat, `/review ${JSON.stringify([{ say: 'Looks good.' }])}`);
  const state = await rig.until(({ activeTurn, turns }) => !activeTurn && turns.length === 2);
  expect([textOf(state), await noted(rig)]).toEqual(['Looks good.', ['command review 1']]);
});

test('K3: the modes of an agent are a setting of the session, and a choice reaches the agent at once', async () => {
  const rig = await acpRig({ env: { MODES } });
  await rig.turn([{ say: 'Hello.' }]);
  const { config } = await rig.host.session(rig.session);
  expect(config).toEqual({
    schema: {
      type: 'object',
      properties: {
        'agent.mode': {
          type: 'string',
          title: 'Mode',
          enum: ['code', 'plan'],
          enumLabels: ['Code', 'Plan'],
          enumDescriptions: ['', 'Changes nothing'],
          default: 'code',
          sessionMutable: true,
        },
      },
    },
    values: { 'agent.mode': 'code' },
  });
  await choose(rig, { 'agent.mode': 'plan' });
  await vi.waitFor(async () => expect(await noted(rig)).toEqual(['mode plan']));
  expect(textOf(await rig.turn([{ settings: true }]))).toBe('"plan"');
  await expect(choose(rig, { 'agent.mode': 'chaos' })).rejects.toThrow('must be one of "code", "plan"');
  await expect(choose(rig, { 'agent.speed': 'high' })).rejects.toThrow('no setting "agent.speed"');
});

test('K3: an agent that changes its mode itself changes the setting, and is not changed back', async () => {
  const rig = await acpRig({ env: { MODES } });
  await rig.turn([{ mode: 'plan' }]);
  expect(await settingsOf(rig)).toEqual([['mode', 'Mode', 'plan']]);
  expect(textOf(await rig.turn([{ settings: true }]))).toBe('"plan"');
  expect(await noted(rig)).toEqual([]);
});

test('K3: a choice that the agent refuses is undone, and the user is told why', async () => {
  const rig = await acpRig({ env: { MODES, STUCK: '1' } });
  await rig.turn([{ say: 'Hello.' }]);
  await choose(rig, { 'agent.mode': 'plan' });
  await vi.waitFor(async () => expect(await settingsOf(rig)).toEqual([['mode', 'Mode', 'code']]));
  expect(noticesOf(await rig.turn([{ settings: true }]))).toEqual([
    '“Mode” could not be changed: Scripted reports a problem: The mode is locked.',
  ]);
});

test('K3: options are chosen one by one, also while a turn runs, and an agent that forgets them is told again', async () => {
  const rig = await acpRig({ env: { OPTIONS, MODES } });
  await rig.turn([{ say: 'Hello.' }]);
  expect(await settingsOf(rig)).toEqual([
    ['model', 'Model', 'small'],
    ['brave', 'Brave mode', false],
  ]);
  const { config } = await rig.host.session(rig.session);
  expect(config?.schema.properties?.['agent.model']).toMatchObject({
    enumLabels: ['Small (Acme)', 'Large (Best)'],
    enumDescriptions: ['', 'Slow'],
  });
  const turn = rig.turn([{ wait: 300 }, { settings: true }]);
  await rig.until(({ activeTurn }) => activeTurn !== undefined);
  await choose(rig, { 'agent.brave': true });
  expect(textOf(await turn)).toBe('["small",true]');
  await choose(rig, { 'agent.model': 'large' });
  await vi.waitFor(async () => expect(await noted(rig)).toEqual(['option brave true', 'option model large']));
  await rig.close();

  const again = await acpRig({ disk: rig.host.disk, folder: rig.folder, env: { OPTIONS, MODES } });
  expect(textOf(await again.turn([{ settings: true }]))).toBe('["large",true]');
  expect(await settingsOf(again)).toEqual([
    ['model', 'Model', 'large'],
    ['brave', 'Brave mode', true],
  ]);
});

test('K3: options are known before the first message of a new session once the agent has run', async () => {
  const rig = await acpRig({ env: { OPTIONS } });
  await rig.turn([{ say: 'Hello.' }]);
  await choose(rig, { 'agent.model': 'large' });
  const { sessions } = rig.host;
  const resolved = await sessions.resolveConfig({ provider: 'scripted', config: { 'agent.brave': true } });
  expect(resolved.values).toEqual({ 'agent.brave': true });
  expect(resolved.schema.properties).toMatchObject({ 'agent.model': { default: 'small' } });
  const found = await sessions.configCompletions({
    ...{ channel: rootUri, provider: 'scripted', property: 'agent.model', query: 'lar' },
  });
  expect(found.items).toEqual([{ value: 'large', label: 'Large (Best)', description: 'Slow' }]);
  await sessions.createSession(
    { channel: 'ahp-session:/n', config: { 'agent.brave': true, 'agent.model': 'unheard of' } },
    'c1',
  );
  const { defaultChat = '', config } = await rig.host.session('ahp-session:/n');
  expect(config?.values).toEqual({ 'agent.brave': true });
  expect(textOf(await rig.turn([{ settings: true }], defaultChat))).toBe('["small",true]');
});

test('K3: an agent that floods the host with nonsense gets only what can be used', async () => {
  const availableCommands = Array.from({ length: 400 }, (_, index) => ({
    name: index === 0 ? 'not a name' : `c${index}`,
    description: 'x'.repeat(1_100),
  }));
  const odd = [
    { id: '', name: 'None', type: 'boolean', currentValue: true },
    { id: 'x', name: 'y'.repeat(5_000), type: 'select', currentValue: 'gone', options: [{ value: 7 }, null] },
    { id: 'x', name: 'Twice', type: 'boolean', currentValue: true },
    null,
  ];
  const rig = await acpRig({ env: { OPTIONS: JSON.stringify(odd) } });
  await rig.turn([{ update: { sessionUpdate: 'available_commands_update', availableCommands } }]);
  const kept = chatCommandsOf(await rig.host.chat(rig.chat), 'scripted') ?? [];
  expect([kept.length, kept[0]?.name, kept[0]?.description.length]).toEqual([300, 'c1', 1_000]);
  const { config } = await rig.host.session(rig.session);
  expect(config?.values).toEqual({ 'agent.x': 'gone' });
  expect(config?.schema.properties?.['agent.x']?.title).toHaveLength(200);
});

test('K3: another agent brings its own settings, and its predecessor’s are gone', async () => {
  const rig = await acpRig({ env: { MODES, COMMANDS } });
  await rig.turn([{ say: 'Hello.' }]);
  const { harnesses, sessions } = rig.host;
  const plain = { describe: { provider: 'plain', displayName: 'Plain', description: '', models: [] } };
  harnesses.replace([...harnesses.all(), { ...plain, async *run() {} }]);
  await sessions.switchAgent(rig.session, 'plain');
  expect(await settingsOf(rig)).toEqual([]);
  expect((await rig.host.session(rig.session)).config?.values).toEqual({});
  const { items } = await sessions.completions({
    ...{ channel: rig.chat, text: '/', offset: 1, kind: 'userMessage' },
  });
  expect(items).toEqual([]);
  await sessions.switchAgent(rig.session, 'scripted');
  expect(await settingsOf(rig)).toEqual([['mode', 'Mode', 'code']]);
});

test('A7: a deleted chat is deleted by its agent, which is started for it if need be', async () => {
  const env = { ALSO: 'close,delete' };
  const rig = await acpRig({ env });
  await rig.turn([{ say: 'Hello.' }]);
  await rig.close();
  const again = await acpRig({ disk: rig.host.disk, folder: rig.folder, env });
  await again.host.sessions.disposeSession(again.session);
  await vi.waitFor(async () => expect(await noted(again)).toEqual([expect.stringMatching(/^delete \S+$/)]), {
    timeout: 20_000,
  });
});

test('A7: an agent that can only close the session of a removed chat is told to', async () => {
  const rig = await acpRig({ env: { ALSO: 'close' } });
  await rig.turn([{ say: 'Hello.' }]);
  await rig.host.sessions.disposeSession(rig.session);
  await vi.waitFor(async () => expect(await noted(rig)).toEqual([expect.stringMatching(/^close \S+$/)]), {
    timeout: 20_000,
  });
});
