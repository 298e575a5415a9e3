import type { ChatState } from '@loggia/protocol';
import type { Harness } from '@loggia/sessions';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MemoryDisk } from './memory-store.ts';
import { reportOf, ScriptedEquipment } from './scripted-equipment.ts';
import { SessionRig, type SessionRigOptions } from './session-rig.ts';

/**
 * An agent, and the messages that make it do something. The session has the tools `lookup`, `fails`, `hangs` and
 * `unlock`, which adds the tool `unlocked`.
 */
export interface HarnessSubject {
  readonly harness: Harness;
  /** It answers with some text, and calls nothing. */
  readonly answers: string;
  /** It calls the tool of this name once, with any input, and then says something about the result. */
  calls(tool: 'lookup' | 'fails' | 'hangs'): string;
  /**
   * It calls `unlock`, notices the new tool, calls `unlocked`, and then says something. Left out for an agent that calls
   * one tool for a message.
   */
  readonly callsNewTool?: string;
  readonly host?: Pick<SessionRigOptions, 'filesIn'>;
}

const tools = ['lookup', 'fails', 'hangs', 'unlock'];
const withinMs = 30_000;

/** `open` is called for every host; it registers its own cleanup with the test. */
export function describeHarness(name: string, open: () => Promise<HarnessSubject>): void {
  describe(`the harness port: ${name}`, () => {
    test('A6: an answer is text, and the turn is complete', async () => {
      const rig = await start(open);
      const state = await rig.turn(rig.subject.answers);
      expect([state.turns.at(-1)?.state, textOf(state) !== '']).toEqual(['complete', true]);
      expect(rig.host.problems).toEqual([]);
    });

    test('B4: a tool of the session is called through the host, and its result is used', async () => {
      const rig = await start(open);
      const state = await rig.turn(rig.subject.calls('lookup'));
      expect(callsIn(state)).toMatchObject([{ toolName: 'lookup', status: 'completed', success: true }]);
      expect(rig.equipment.calls.map((call) => call.name)).toEqual(['lookup']);
      expect([state.turns.at(-1)?.state, textOf(state) !== '']).toEqual(['complete', true]);
    });

    test('B4: a tool that fails does not end the turn as an error', async () => {
      const rig = await start(open);
      const state = await rig.turn(rig.subject.calls('fails'));
      expect(callsIn(state)).toMatchObject([{ toolName: 'fails', status: 'completed', success: false }]);
      expect([state.turns.at(-1)?.state, rig.host.problems]).toEqual(['complete', []]);
    });

    test('B6: a tool that comes while a turn runs is called in that turn', async ({ skip }) => {
      const rig = await start(open);
      const { callsNewTool } = rig.subject;
      if (callsNewTool === undefined) return skip('It calls one tool for a message.');
      const state = await rig.turn(callsNewTool);
      expect(callsIn(state)).toMatchObject([
        { toolName: 'unlock', status: 'completed', success: true },
        { toolName: 'unlocked', status: 'completed', success: true },
      ]);
      expect([state.turns.at(-1)?.state, textOf(state) !== '', rig.host.problems]).toEqual([
        'complete',
        true,
        [],
      ]);
    });

    test('A6: a canceled turn ends at once with its call, and the next message is answered', async () => {
      const rig = await start(open);
      const turnId = await rig.host.say(rig.chat, rig.subject.calls('hangs'), 'canceled');
      await rig.host.until(rig.chat, (now) => callsIn(now)[0]?.status === 'running', withinMs);
      await rig.host.dispatch(rig.chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
      const [canceled] = (await rig.host.chat(rig.chat)).turns;
      expect([canceled?.state, rig.equipment.calls[0]?.signal.aborted]).toEqual(['cancelled', true]);
      const next = await rig.turn(rig.subject.answers);
      expect(next.turns.map(({ state }) => state)).toEqual(['cancelled', 'complete']);
      // The host ignored everything that the agent said about the first turn afterwards.
      expect(next.turns[0]).toEqual(canceled);
    });

    test('A6: a conversation goes on after a restart of the host', async () => {
      const rig = await start(open);
      await rig.turn(rig.subject.answers);
      await rig.host.close();
      const again = await start(open, rig);
      const state = await again.turn(again.subject.answers);
      expect(state.turns.map((turn) => turn.state)).toEqual(['complete', 'complete']);
      expect([textOf(state) !== '', again.host.problems]).toEqual([true, []]);
    });
  });
}

interface Started {
  readonly subject: HarnessSubject;
  readonly host: SessionRig;
  readonly equipment: ScriptedEquipment;
  readonly chat: string;
  turn(text: string): Promise<ChatState>;
}

async function start(
  open: () => Promise<HarnessSubject>,
  before?: { readonly host: { readonly disk: MemoryDisk }; readonly chat: string },
): Promise<Started> {
  const subject = await open();
  const session = 'ahp-session:/s';
  const offer = (names: readonly string[]): void => {
    const listed = names.map((name) => ({ name, description: name, annotations: { readOnlyHint: true } }));
    equipment.sessionAccess.append(session, { type: 'session/serverToolsChanged', tools: listed });
  };
  const equipment = new ScriptedEquipment({
    tools: {
      lookup: async () => reportOf('found it'),
      fails: async () => ({
        text: 'broken',
        result: { success: false, pastTenseMessage: 'Failed', error: { message: 'broken' } },
      }),
      hangs: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('Stopped.')));
        }),
      unlock: async () => {
        offer([...tools, 'unlocked']);
        return reportOf('added a tool');
      },
      unlocked: async () => reportOf('found it'),
    },
  });
  const host = await SessionRig.open({
    ...{ harnesses: [subject.harness], equipment: equipment.attach, confirm: 'never' },
    ...subject.host,
    ...(before && { disk: before.host.disk }),
  });
  let isClosed = false;
  const close = host.close.bind(host);
  host.close = async () => {
    if (!isClosed) await close();
    isClosed = true;
  };
  onTestFinished(() => host.close());
  const chat = before?.chat ?? (await host.create(session)).chat;
  offer(tools);
  await host.kernel.settled();
  return {
    ...{ subject, host, equipment, chat },
    turn: async (text) => {
      const { turns } = await host.chat(chat);
      await host.say(chat, text, `turn-${turns.length}`);
      return host.until(chat, (now) => !now.activeTurn && now.turns.length > turns.length, withinMs);
    },
  };
}

function partsOf({ activeTurn, turns }: ChatState) {
  return (activeTurn ?? turns.at(-1))?.responseParts ?? [];
}

function textOf(state: ChatState): string {
  return partsOf(state)
    .flatMap((part) => (part.kind === 'markdown' ? [part.content] : []))
    .join('');
}

function callsIn(state: ChatState) {
  return partsOf(state).flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
}
