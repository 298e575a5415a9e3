import { ScriptedEquipment, SessionRig, userMessage, type EquipmentScript } from '@loggia/testing';
import type { ToolCall } from '@loggia/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { hostToolsId, type AgentProgram, type OfferedTool, type OpenedTerminal } from '../equipment.ts';
import type { HarnessEvent, HarnessTurn, OwnCall, PermissionOption } from '../index.ts';
import { callAt, callsIn } from '../rig.testkit.ts';

/** Equipment whose programs end when the test says so. */
class WithTerminals extends ScriptedEquipment {
  readonly programs: (AgentProgram & { isEnded: boolean; finish(exitCode: number): void })[] = [];

  readonly terminals = {
    tool: 'run',
    open: async (program: AgentProgram): Promise<OpenedTerminal> => {
      const resource = `ahp-terminal:/${this.programs.length}`;
      let end: { exitCode?: number } = {};
      let finish: () => void = () => undefined;
      const exited = new Promise<void>((resolve) => (finish = resolve));
      const running = {
        ...program,
        isEnded: false,
        finish: (exitCode: number) => {
          end = { exitCode };
          finish();
        },
      };
      this.programs.push(running);
      return {
        resource,
        exited,
        end: () => {
          running.isEnded = true;
          finish();
        },
        read: async () => ({ output: 'some output', ...end }),
      };
    },
  };

  override tool(uri: string, name: string): OfferedTool | undefined {
    if (name !== 'run') return super.tool(uri, name);
    const facts = { customizationId: hostToolsId, displayName: 'Run', definition: 'run 1', ownName: name };
    return { ...facts, meta: undefined, annotations: undefined, needsConsent: true };
  }
}

async function turnOf(
  run: (turn: HarnessTurn) => AsyncIterable<HarnessEvent>,
  { script = {}, view }: { readonly script?: EquipmentScript; readonly view?: object } = {},
) {
  const equipment = new WithTerminals(script);
  const describe = { provider: 'own', displayName: 'Own', description: '', models: [] };
  const host = await SessionRig.open({
    harnesses: [{ describe, run }],
    equipment: equipment.attach,
    confirm: 'never',
  });
  onTestFinished(() => host.close());
  const { chat } = await host.create();
  const message = { ...userMessage('Go'), ...(view && { _meta: { 'loggia.view': view } }) };
  const startedAt = new Date(0).toISOString();
  const say = (turnId: string): Promise<unknown> =>
    host.dispatch(chat, { type: 'chat/turnStarted', turnId, startedAt, message });
  await say('t');
  const answer = async (approved: boolean, selectedOptionId?: string): Promise<void> => {
    const waits = ({ status }: ToolCall): boolean => status === 'pending-confirmation';
    const state = await host.until(chat, (now) => callsIn(now).some(waits));
    const ref = {
      turnId: state.activeTurn?.id ?? '',
      toolCallId: callsIn(state).find(waits)?.toolCallId ?? '',
    };
    const option = selectedOptionId === undefined ? {} : { selectedOptionId };
    await host.dispatch(chat, { type: 'chat/toolCallConfirmed', ...ref, approved, ...option });
  };
  return { host, chat, equipment, say, answer };
}

/** Starts the command and says how that went. */
async function* starting(turn: HarnessTurn, command: string): AsyncGenerator<HarnessEvent> {
  try {
    const terminal = await turn.terminals?.start({ command });
    yield { kind: 'text', text: `started ${terminal?.title}` };
  } catch (error) {
    yield { kind: 'text', text: (error as Error).message };
  }
}

const said = (state: Awaited<ReturnType<SessionRig['chat']>>): string =>
  (state.turns.at(-1)?.responseParts ?? [])
    .map((part) => (part.kind === 'markdown' ? part.content : ''))
    .join('');

test('TM9: nothing starts before the user agrees, whatever the policy says, and a denial reaches the agent', async () => {
  const { host, chat, equipment, answer } = await turnOf((turn) => starting(turn, 'make "all"'));
  await callAt(host, chat, 'pending-confirmation');
  const [asked] = callsIn(await host.chat(chat));
  expect(asked).toMatchObject({
    toolName: 'run',
    displayName: 'make "all"',
    toolInput: '{"command":"make \\"all\\""}',
    confirmationTitle: 'Run "make all"?',
    options: [
      { id: 'allow-once' },
      { id: 'allow-session' },
      { id: 'allow-always' },
      { id: 'deny', kind: 'deny' },
    ],
  });
  expect(equipment.programs).toEqual([]);
  await answer(false);
  expect(said(await host.idle(chat))).toBe('The user denied this command.');
  expect(equipment.programs).toEqual([]);
  expect(equipment.deniedCalls).toMatchObject([{ name: 'run', agent: 'own' }]);
});

test('TM9: once is once; the session covers later turns', async () => {
  const { host, chat, equipment, say, answer } = await turnOf(async function* (turn) {
    yield* starting(turn, 'one');
    yield* starting(turn, 'one');
  });
  await answer(true, 'allow-once');
  await answer(true, 'allow-session');
  await host.idle(chat);
  await say('u');
  const state = await host.until(chat, ({ turns, activeTurn }) => turns.length === 2 && !activeTurn);
  expect(said(state)).toBe('started onestarted one');
  expect(equipment.programs.map(({ allowedBy }) => allowedBy)).toEqual([
    'asked',
    'asked',
    'session',
    'session',
  ]);
});

const options: readonly PermissionOption[] = [
  { id: 'yes', label: 'Yes', kind: 'allow-once' },
  { id: 'no', label: 'No', kind: 'deny-once' },
];
const build: OwnCall = {
  id: 'b',
  name: 'bash',
  title: 'Build',
  status: 'running',
  input: '{"c":{"line":"make"}}',
};

test('TM9: a yes to a call with the same command in its input counts once, and not for another command', async () => {
  const { host, chat, equipment, answer } = await turnOf(async function* (turn) {
    await turn.askPermission(build, options);
    yield* starting(turn, 'rm -rf /');
    yield* starting(turn, 'make');
    yield* starting(turn, 'make');
  });
  await answer(true, 'yes');
  await answer(false);
  await host.until(chat, () => equipment.programs.length === 1);
  await answer(false);
  await host.idle(chat);
  expect(equipment.programs.map(({ line }) => line)).toEqual(['make']);
});

test('TM9: a script of a shell is recognized, and arguments are quoted in what is asked', async () => {
  const { host, chat, equipment, answer } = await turnOf(async function* (turn) {
    yield { kind: 'text', text: 'Now.' };
    await turn.askPermission(build, options);
    await turn.terminals?.start({ command: '/bin/bash', args: ['-lc', 'make'] });
    await turn.terminals?.start({ command: 'echo', args: ['a b', 'c'] });
  });
  await answer(true, 'yes');
  await answer(true, 'allow-once');
  await host.idle(chat);
  expect(equipment.programs.map(({ command, args, line }) => [command, args, line])).toEqual([
    ['/bin/bash', ['-lc', 'make'], '/bin/bash -lc make'],
    ['echo', ['a b', 'c'], 'echo "a b" c'],
  ]);
});

test('TM9: the user is asked in the call that the program belongs to, and its output appears there', async () => {
  const { host, chat, equipment, answer } = await turnOf(async function* (turn) {
    yield { kind: 'call', call: build };
    const terminal = await turn.terminals?.start({ command: 'make' });
    if (!terminal) return;
    const content = [{ kind: 'terminal' as const, resource: terminal.resource, title: terminal.title }];
    yield { kind: 'call', call: { ...build, content } };
    equipment.programs[0]?.finish(2);
    const end = await terminal.exited();
    yield { kind: 'call', call: { ...build, content, status: 'done' } };
    yield { kind: 'text', text: JSON.stringify(end) };
  });
  await answer(true, 'allow-once');
  const state = await host.idle(chat);
  expect(said(state)).toBe('{"output":"some output","exitCode":2}');
  expect(callsIn(state)).toMatchObject([
    {
      displayName: 'Build',
      status: 'completed',
      content: [
        {
          type: 'terminal',
          resource: 'ahp-terminal:/0',
          title: 'make',
          isPty: true,
          result: { exitCode: 2, preview: 'some output' },
        },
      ],
    },
  ]);
});

test('TM9: programs end with their turn', async () => {
  const { host, chat, equipment, answer } = await turnOf((turn) => starting(turn, 'sleep 1000'));
  await answer(true, 'allow-once');
  await host.idle(chat);
  expect(equipment.programs.map(({ isEnded }) => isEnded)).toEqual([true]);
});

test('TM9: a turn that a View started asks each time, and offers nothing that lasts', async () => {
  const { host, chat, answer } = await turnOf((turn) => starting(turn, 'make'), { view: { title: 'Map' } });
  await callAt(host, chat, 'pending-confirmation');
  const [asked] = callsIn(await host.chat(chat));
  expect(asked).toMatchObject({
    confirmationTitle: 'Run "make", as the View "Map" asked?',
    options: [{ id: 'allow-once' }, { id: 'deny' }],
  });
  await answer(true, 'allow-once');
  expect(said(await host.idle(chat))).toBe('started make');
});

test('TM9: hooks see the command before the user does, and a persona without the tool can not run any', async () => {
  const hooks: EquipmentScript['hooks'] = async ({ moment }) =>
    moment.event === 'PreToolUse' ? { block: `No ${moment.call.input}.` } : {};
  const blocked = await turnOf((turn) => starting(turn, 'make'), { script: { hooks } });
  expect(said(await blocked.host.idle(blocked.chat))).toBe(
    'This command may not run. No {"command":"make"}.',
  );
  const persona = { name: 'Reader', instructions: '', tools: ['read'] };
  const guidance: EquipmentScript['guidance'] = () => ({
    persona,
    invoked: undefined,
    skills: [],
    rules: [],
  });
  const limited = await turnOf((turn) => starting(turn, 'make'), { script: { guidance } });
  expect(said(await limited.host.idle(limited.chat))).toBe('The chosen agent may not run commands.');
  expect([blocked.equipment.programs, limited.equipment.programs]).toEqual([[], []]);
});
