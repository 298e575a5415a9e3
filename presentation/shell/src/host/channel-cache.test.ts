import type { AhpClient, ChannelView } from '@loggia/client';
import { describe, expect, test } from 'vitest';
import { ChannelCache } from './channel-cache.ts';

/** A client that counts, and a clock that goes on by hand. */
function setUp() {
  const subscribed: string[] = [];
  const disposed: string[] = [];
  const timers: { readonly due: number; readonly run: () => void }[] = [];
  let now = 0;
  const subscribe = (uri: string) => {
    subscribed.push(uri);
    return {
      ready: Promise.reject(new Error('There is no such channel.')),
      dispose: () => void disposed.push(uri),
    } as unknown as ChannelView;
  };
  const cache = new ChannelCache(
    { subscribe: subscribe as AhpClient['subscribe'] },
    {
      after: (ms, run) => {
        const timer = { due: now + ms, run };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
      },
    },
  );
  const pass = (ms: number): void => {
    now += ms;
    for (const timer of timers.filter(({ due }) => due <= now)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
    }
  };
  return { cache, subscribed, disposed, timers, pass };
}

describe('channels on screen', () => {
  test('a channel is subscribed once, however many show it', () => {
    const { cache, subscribed } = setUp();
    cache.hold('a');
    cache.hold('a');
    expect(cache.view('a')).toBe(cache.view('a'));
    cache.hold('b');
    expect(subscribed).toEqual(['a', 'b']);
  });

  test('it goes a while after the last one has left', () => {
    const { cache, disposed, pass } = setUp();
    const [first, second] = [cache.hold('a'), cache.hold('a')];
    first();
    first();
    pass(60_000);
    expect(disposed).toEqual([]);
    second();
    pass(29_999);
    expect(disposed).toEqual([]);
    pass(1);
    expect(disposed).toEqual(['a']);
  });

  test('whoever comes back in time finds it as it was, for as long as he stays', () => {
    const { cache, subscribed, disposed, pass } = setUp();
    cache.hold('a')();
    pass(20_000);
    const leave = cache.hold('a');
    pass(60_000);
    expect([subscribed, disposed]).toEqual([['a'], []]);
    leave();
    pass(30_000);
    cache.hold('a');
    expect([subscribed, disposed]).toEqual([['a', 'a'], ['a']]);
  });

  test('who comes back for a moment is given the whole while again', () => {
    const { cache, disposed, pass } = setUp();
    cache.hold('a')();
    pass(20_000);
    cache.hold('a')();
    pass(29_999);
    expect(disposed).toEqual([]);
    pass(1);
    expect(disposed).toEqual(['a']);
  });

  test('one that is only looked at goes too, and no timer stays behind', () => {
    const { cache, disposed, timers, pass } = setUp();
    cache.view('a');
    pass(30_000);
    expect(disposed).toEqual(['a']);
    expect(timers).toEqual([]);
  });
});
