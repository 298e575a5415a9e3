import { describe, expect, test } from 'vitest';
import { LineReader, type LineNews } from './line-reader.ts';

function reader() {
  const news: LineNews[] = [];
  const answers: unknown[] = [];
  const timers: (() => void)[] = [];
  let closed = 0;
  const made = new LineReader({
    now: () => 0,
    after: (_, run) => timers.push(run),
    tell: (item) => news.push(item),
    answer: (message) => answers.push(message),
    close: () => (closed += 1),
  });
  return { reader: made, news, answers, timers, isClosed: () => closed > 0 };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('the reader of a line', () => {
  test('E11: passes on what a View says as JSON', () => {
    const { reader: made, news } = reader();
    made.take({ data: { view: ping } });
    expect(news).toEqual([{ kind: 'message', text: JSON.stringify(ping) }]);
  });

  test('E11: knows what the page says from what the View says by the envelope alone', () => {
    const { reader: made, news } = reader();
    made.take({ data: { view: { page: 'gesture' } } });
    made.take({ data: { page: 'left', tried: `https://x.example/${'y'.repeat(1000)}` } });
    made.take({ data: { page: 'error', text: 'no library' } });
    made.take({ data: { page: 'something else', view: ping } });
    expect(news).toMatchObject([
      { kind: 'message', text: '{"page":"gesture"}' },
      { kind: 'page', sign: 'left', tried: expect.stringMatching(/^https:.{290,300}$/) as string },
      { kind: 'page', sign: 'error', text: 'no library' },
      { kind: 'message', text: JSON.stringify(ping) },
    ]);
  });

  test('E12: tells whether the browser confirms a gesture, whatever the page says about it', () => {
    const { reader: made, news } = reader();
    const data = { page: 'gesture', isConfirmed: true, userActivation: { isActive: true } };
    made.take({ data });
    made.take({ data, userActivation: null });
    made.take({ data, userActivation: { isActive: false } });
    made.take({ data, userActivation: { isActive: true } });
    const about = { kind: 'page', sign: 'gesture' };
    expect(news).toEqual([
      { ...about, isConfirmed: false },
      { ...about, isConfirmed: false },
      { ...about, isConfirmed: false },
      { ...about, isConfirmed: true },
    ]);
  });

  test('E11: reads nothing above the budget, and ends a View that goes on', () => {
    const { reader: made, news, isClosed } = reader();
    let read = 0;
    for (let at = 0; at < 100_000; at += 1)
      made.take({
        get data() {
          read += 1;
          return { view: ping };
        },
      });
    expect(read).toBe(500);
    expect(isClosed()).toBe(true);
    expect(news.filter(({ kind }) => kind === 'flooded')).toHaveLength(1);
    expect(news).toHaveLength(501);
  });

  test('E11: answers a request that is too heavy, says what it dropped, and ends a View that goes on', () => {
    const { reader: made, news, answers, timers, isClosed } = reader();
    const text = 'x'.repeat(17 * 1024 * 1024);
    made.take({ data: { view: { ...ping, params: { text } } } });
    expect(answers).toMatchObject([{ id: 1, error: { code: -32000 } }]);
    for (const run of timers) run();
    expect(news).toMatchObject([{ kind: 'dropped', count: 1 }]);
    for (let at = 0; at < 100; at += 1) made.take({ data: { view: new Uint8Array(10) } });
    expect(isClosed()).toBe(true);
  });

  test('E11: an answer of fifty megabytes becomes an error, so that nothing waits for it', () => {
    const { reader: made, news, answers } = reader();
    const result = { content: [{ type: 'text', text: 'x'.repeat(50_000_000) }] };
    made.take({ data: { view: { jsonrpc: '2.0', id: 7, result } } });
    expect(answers).toEqual([]);
    const [told] = news;
    expect(told?.kind === 'message' && JSON.parse(told.text)).toMatchObject({
      id: 7,
      error: { code: -32000, message: expect.stringContaining('Send less at once.') as string },
    });
  });

  test('E11: a notification that is long is refused, and a request of the same length is not', () => {
    const { reader: made, news } = reader();
    const params = { text: 'x'.repeat(300 * 1024) };
    made.take({ data: { view: { jsonrpc: '2.0', method: 'notifications/message', params } } });
    expect(news).toEqual([]);
    made.take({ data: { view: { ...ping, params } } });
    expect(news).toMatchObject([{ kind: 'message' }]);
  });

  test('E11: two hundred messages of five megabytes are a flood', () => {
    const { reader: made, news, isClosed } = reader();
    const text = 'x'.repeat(5 * 1024 * 1024);
    for (let at = 0; at < 200; at += 1) made.take({ data: { view: { ...ping, id: at, params: { text } } } });
    expect(isClosed()).toBe(true);
    expect(news.filter(({ kind }) => kind === 'message').length).toBeLessThan(8);
  });
});
