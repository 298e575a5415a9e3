import { summaryMarkOf } from '@loggia/protocol';
import { reportOf, ScriptedEquipment } from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import type { Harness, HarnessEvent, HarnessTurn, Recalled } from '../harness.ts';
import { rig } from '../rig.testkit.ts';

const asker = { clientId: 'c1', by: 'local' };

const brief = ({ summary, turns, parts }: Recalled) => ({
  ...(summary !== undefined && { summary }),
  turns: turns.map(({ message, parts: said }) => [message.text, ...said.map(wordsOf)]),
  parts: parts.map(wordsOf),
});

function wordsOf(part: Recalled['parts'][number]): string {
  return part.kind === 'text' ? part.text : `${part.name} ${part.input}`;
}

/** Does what its messages say, a word at a time, and remembers what it recalled at the beginning of each turn. */
function summarizing(recalled: Map<string, ReturnType<typeof brief>>): Harness {
  async function* run(turn: HarnessTurn): AsyncGenerator<HarnessEvent> {
    recalled.set(turn.message.text, brief(turn.recall()));
    const words = turn.resumes ? ['go-on'] : turn.message.text.split(' ');
    for (const word of words) {
      const [verb, argument = ''] = word.split(':');
      if (verb === 'call')
        await turn.callTool({ name: 'sum', input: `{"n":${argument}}`, says: '', confirm: false });
      else if (verb === 'all') yield { kind: 'summary', text: `S${argument}`, keeps: 'nothing' };
      else if (verb === 'here')
        yield { kind: 'summary', text: 'Here', keeps: { turn: turn.id, calls: Number(argument) } };
      else if (verb === 'from') yield { kind: 'summary', text: 'From', keeps: { turn: argument } };
      else if (verb === 'own') yield { kind: 'summary', text: 'Own' };
      else if (verb === 'fail') throw new Error('Failed.');
      else yield { kind: 'text', text: `${word}.` };
    }
  }
  const chats = { several: true, fork: true, side: true };
  return {
    describe: { provider: 'summing', displayName: 'Summing', description: '', models: [], chats },
    run,
  };
}

async function opened() {
  const recalled = new Map<string, ReturnType<typeof brief>>();
  const equipment = new ScriptedEquipment({ tools: { sum: async () => reportOf('3') } });
  const host = await rig({ harnesses: [summarizing(recalled)], equipment: equipment.attach });
  const { session, chat } = await host.create();
  const say = async (text: string, in_ = chat) => {
    const id = await host.say(in_, text);
    await host.until(in_, (state) => !state.activeTurn && state.turns.at(-1)?.id === id);
    return id;
  };
  return { host, session, chat, recalled, say };
}

describe('a summary in a chat', () => {
  test('K4: replaces what came before it, and the transcript keeps everything', async () => {
    const { host, chat, recalled, say } = await opened();
    await say('one');
    await say('two');
    await say('all:1');
    await say('three');
    await say('four');
    expect(recalled.get('three')).toEqual({ summary: 'S1', turns: [], parts: [] });
    expect(recalled.get('four')).toEqual({ summary: 'S1', turns: [['three', 'three.']], parts: [] });
    const { turns } = await host.chat(chat);
    expect(turns.map(({ message }) => message.text)).toEqual(['one', 'two', 'all:1', 'three', 'four']);
    const [mark] = turns[2]?.responseParts ?? [];
    expect(mark).toMatchObject({ kind: 'systemNotification', content: 'Earlier messages were summarized.' });
    expect(mark && summaryMarkOf(mark)).toEqual({ text: 'S1', keeps: 'nothing' });
  });

  test('K4: in the middle of a turn keeps its message, and its last calls with what was said to them', async () => {
    const { recalled, say } = await opened();
    await say('one');
    await say('a call:1 b call:2 c call:3 here:2 d call:4');
    await say('next');
    expect(recalled.get('next')).toEqual({
      summary: 'Here',
      turns: [
        [
          'a call:1 b call:2 c call:3 here:2 d call:4',
          ...['b.', 'sum {"n":2}', 'c.', 'sum {"n":3}', 'd.', 'sum {"n":4}'],
        ],
      ],
      parts: [],
    });
  });

  test('K4: can keep the turns from one on, and the newest summary counts', async () => {
    const { recalled, say } = await opened();
    await say('one');
    await say('all:1');
    const two = await say('two');
    await say(`from:${two} x`);
    await say('next');
    expect(recalled.get('next')).toEqual({
      summary: 'From',
      turns: [
        ['two', 'two.'],
        [`from:${two} x`, 'x.'],
      ],
      parts: [],
    });
  });

  test('K4: of an agent that keeps its own record is only shown', async () => {
    const { recalled, say } = await opened();
    await say('own');
    await say('next');
    expect(recalled.get('next')).toEqual({ turns: [['own']], parts: [] });
  });

  test('K4: goes with a fork from after it, and neither with one from before it nor past a truncation', async () => {
    const { host, session, chat, recalled, say } = await opened();
    const one = await say('one');
    const mark = await say('all:1');
    const fork = async (name: string, turnId: string) => {
      const uri = `ahp-chat:/${name}`;
      const source = { kind: 'fork' as const, chat, turnId };
      await host.sessions.createChat({ channel: session, chat: uri, source }, asker);
      await say(name, uri);
      return recalled.get(name);
    };
    expect(await fork('after', mark)).toEqual({ summary: 'S1', turns: [], parts: [] });
    expect(await fork('before', one)).toEqual({ turns: [['one', 'one.']], parts: [] });
    await host.dispatch(chat, { type: 'chat/truncated', turnId: one });
    await say('cut');
    expect(recalled.get('cut')).toEqual({ turns: [['one', 'one.']], parts: [] });
  });

  test('K4: is known to a side chat', async () => {
    const { host, session, chat, recalled, say } = await opened();
    await say('one');
    const mark = await say('all:1');
    const uri = 'ahp-chat:/side';
    const source = { kind: 'sideChat' as const, chat, turnId: mark };
    await host.sessions.createChat({ channel: session, chat: uri, source }, asker);
    await say('aside', uri);
    expect(recalled.get('aside')).toEqual({ summary: 'S1', turns: [], parts: [] });
  });

  test('K4: counts for the turn that it stands in when that is resumed', async () => {
    const { host, chat, recalled, say } = await opened();
    await say('one');
    const text = 'a call:1 b call:2 here:1 fail';
    const turnId = await say(text);
    await host.dispatch(chat, { type: 'chat/turnResume', turnId });
    await host.until(chat, (state) => !state.activeTurn && state.turns.at(-1)?.state === 'complete');
    expect(recalled.get(text)).toEqual({ summary: 'Here', turns: [], parts: ['b.', 'sum {"n":2}'] });
  });
});
