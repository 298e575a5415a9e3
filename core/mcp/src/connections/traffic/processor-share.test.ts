import { expect, it } from 'vitest';
import { FairShare } from './fair-share.ts';
import { ProcessorShare } from './processor-share.ts';

/** Handles messages of 0.5 ms for a second, pausing as told. Returns their number. */
function messagesInASecond(streams: number): number {
  let now = 0;
  let used = 0;
  const ports = { now: () => now, used: () => used, crowd: new FairShare({ now: () => now }) };
  const shares = Array.from({ length: streams }, () => ({ share: new ProcessorShare(ports), restsUntil: 0 }));
  let messages = 0;
  while (now < 1_000) {
    for (const stream of shares) {
      if (stream.restsUntil > now) continue;
      stream.share.start();
      used += 0.5;
      now += 0.5;
      messages += 1;
      stream.restsUntil = now + stream.share.stop();
    }
    now += 0.1;
  }
  return messages;
}

it('SE2: streams use a tenth of a processor, however many they are', () => {
  const alone = messagesInASecond(1);
  expect(alone).toBeGreaterThan(100);
  expect(alone).toBeLessThan(250);
  expect(messagesInASecond(10)).toBeLessThan(2 * alone);
});

it('SE2: a stream that has little to say never rests', () => {
  let now = 0;
  let used = 0;
  const share = new ProcessorShare({
    now: () => now,
    used: () => used,
    crowd: new FairShare({ now: () => now }),
  });
  for (let count = 0; count < 1_000; count += 1) {
    share.start();
    used += 0.5;
    expect(share.stop()).toBe(0);
    now += 10;
  }
});
