import { describe, expect, it } from 'vitest';
import { SendQueue } from './send-queue.ts';

function recorder(): { queue: SendQueue; log: string[]; add: (name: string) => void } {
  const queue = new SendQueue();
  const log: string[] = [];
  const add = (name: string): void =>
    queue.add(
      () => log.push(name),
      () => log.push(`not ${name}`),
    );
  return { queue, log, add };
}

describe('the queue of what is to be sent', () => {
  it('keeps the order, also of what is added while it opens', () => {
    const { queue, log, add } = recorder();
    queue.add(
      () => {
        log.push('a');
        add('c');
      },
      () => {},
    );
    add('b');
    expect(log).toEqual([]);
    queue.open();
    add('d');
    expect(log).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps the rest for the next connection when it closes while it opens', () => {
    const { queue, log, add } = recorder();
    queue.add(
      () => queue.close(),
      () => {},
    );
    add('b');
    queue.open();
    expect(log).toEqual([]);
    queue.open();
    expect(log).toEqual(['b']);
  });

  it('cancels what waits when it ends, and all that comes later', () => {
    const { queue, log, add } = recorder();
    add('a');
    queue.end(new Error('over'));
    add('b');
    queue.open();
    expect(log).toEqual(['not a', 'not b']);
  });
});
