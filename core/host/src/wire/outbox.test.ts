import type { Entry } from '@loggia/kernel';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { expect, test } from 'vitest';
import type { Frame } from './link.ts';
import { Outbox } from './outbox.ts';

function entry(
  seq: number,
  action: { type: string; [key: string]: unknown },
  channel = 'ahp-chat:/c',
): Entry {
  const json = JSON.stringify({ channel, action, serverSeq: seq });
  return { seq, channel, action, changed: true, json, frames: new Map() };
}

function delta(seq: number, content: string, partId = 'p', channel = 'ahp-chat:/c'): Entry {
  return entry(seq, { type: 'chat/delta', turnId: 't', partId, content }, channel);
}

function rig() {
  const clock = new ManualClock();
  const scheduler = new ManualScheduler(clock);
  const sent: [number, string][] = [];
  const outbox = new Outbox(
    (frame: Frame) => {
      const { params } = JSON.parse(frame.toString()) as {
        params: { serverSeq: number; action: { type: string; content?: string } };
      };
      sent.push([params.serverSeq, params.action.content ?? params.action.type]);
    },
    scheduler,
    'with-apps',
  );
  return { outbox, scheduler, sent };
}

test('A6: neighboring pieces of one part leave as one, under the number of the last', async () => {
  const { outbox, scheduler, sent } = rig();
  outbox.push(delta(1, 'a'), 50);
  outbox.push(delta(2, 'b'), 50);
  expect(sent).toEqual([]);
  await scheduler.advance(50);
  expect(sent).toEqual([[2, 'ab']]);
});

test('A4: numbers never overtake each other, since a client that saw one is not sent what came before it', () => {
  const { outbox, sent } = rig();
  outbox.push(delta(1, 'a'), 50);
  outbox.push(delta(2, 'x', 'p', 'ahp-chat:/other'), 50);
  outbox.push(delta(3, 'b'), 50);
  outbox.push(entry(4, { type: 'chat/turnComplete' }), 50);
  expect(sent).toEqual([
    [1, 'a'],
    [2, 'x'],
    [3, 'b'],
    [4, 'chat/turnComplete'],
  ]);
});

test('A2: while an answer is being made, everything waits behind it', () => {
  const { outbox, sent } = rig();
  outbox.hold();
  outbox.push(delta(1, 'a'), 0);
  outbox.push(delta(2, 'b'), 0);
  expect(sent).toEqual([]);
  outbox.release();
  expect(sent).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
  outbox.push(delta(3, 'c'), 0);
  expect(sent.at(-1)).toEqual([3, 'c']);
});

test('A2: a frame is made once for everybody', () => {
  const frames: Frame[] = [];
  const scheduler = new ManualScheduler(new ManualClock());
  const shared = delta(1, 'a');
  for (let client = 0; client < 3; client++)
    new Outbox((frame) => frames.push(frame), scheduler, client === 1 ? 'with-apps' : 'without-apps').push(
      shared,
      0,
    );
  expect(new Set(frames).size).toBe(1);
});
