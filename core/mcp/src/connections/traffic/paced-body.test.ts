import { ManualClock } from '@loggia/testing';
import { describe, expect, it } from 'vitest';
import { FairShare } from './fair-share.ts';
import { defaultTrafficLimits } from './limits.ts';
import { MessageGuard } from './message-guard.ts';
import { boundedBody, pacedEvents } from './paced-body.ts';
import { ServerBudget } from './server-budget.ts';
import { withoutLongBatches } from './short-batches.ts';

const encoder = new TextEncoder();

function bodyOf(parts: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
}

function guard(): MessageGuard {
  const clock = new ManualClock();
  const budget = new ServerBudget({
    clock,
    limits: defaultTrafficLimits,
    crowd: new FairShare(clock),
    overrun: () => {},
  });
  const limits = { ...defaultTrafficLimits, messageBytes: 1000 };
  return new MessageGuard({ budget, limits, remark: () => {} });
}

async function pieces(body: ReadableStream<Uint8Array>): Promise<string[]> {
  const found: string[] = [];
  for await (const piece of body) found.push(new TextDecoder().decode(piece));
  return found;
}

const textOf = (body: ReadableStream<Uint8Array>) => new Response(body).text();

describe('answers over HTTP', () => {
  it('L5: are read up to the limit', async () => {
    expect(await textOf(boundedBody(bodyOf(['12345', '67890']), 12))).toBe('1234567890');
    await expect(textOf(boundedBody(bodyOf(['12345', '67890123']), 12))).rejects.toThrow('larger than');
  });

  it('L5: of a stream each event counts for itself', async () => {
    const events = ['data: 1\n\n', 'data: 2\r\n', '\r\n', 'data: 3\n\n'];
    expect(await textOf(pacedEvents(bodyOf(events), 12, guard()))).toBe(events.join(''));
    const endless = ['data: 1\n\n', 'data: 2\n', 'data: 3\n'];
    await expect(textOf(pacedEvents(bodyOf(endless), 12, guard()))).rejects.toThrow('larger than');
  });

  it.each(['\n', '\r\n', '\r'])(
    'SE2: a chunk of many events is handed on event by event (%j)',
    async (end) => {
      const event = `data: 1${end}${end}`;
      const cut = await pieces(pacedEvents(bodyOf([`${event.repeat(3)}data: 2`]), 100, guard()));
      expect(cut.map((piece) => piece.trim())).toEqual(['data: 1', 'data: 1', 'data: 1', 'data: 2']);
    },
  );

  it('SE2: a batch of messages is short, however it begins', async () => {
    const batch = (size: number) => `[${'{},'.repeat(size)}{}]`;
    const answers = [batch(10), `{"text":"${'x'.repeat(200_000)}"}`];
    for (const answer of answers) expect(await textOf(withoutLongBatches(bodyOf([answer])))).toBe(answer);
    for (const start of ['', '\uFEFF', ' \n'])
      await expect(textOf(withoutLongBatches(bodyOf([start, batch(100_000)])))).rejects.toThrow('batch');
  });
});
