import { describe, expect, it } from 'vitest';
import { PagedList, type Page } from './paged-list.ts';

/** Answers that the test gives, in the order of the questions. */
function rig(join?: (before: Page<number>, newest: Page<number>) => Page<number>) {
  const asked: {
    cursor: string | undefined;
    answer: (page: Page<number>) => void;
    fail: (e: Error) => void;
  }[] = [];
  const list = new PagedList<number>({
    read: (cursor) =>
      new Promise((answer, fail) => {
        asked.push({ cursor, answer, fail });
      }),
    ...(join && { join }),
  });
  const next = async (index: number, entries: readonly number[], cursor?: string): Promise<void> => {
    await expect.poll(() => asked.length, { timeout: 4000 }).toBeGreaterThan(index);
    asked[index]?.answer({ entries, cursor });
    // An answer is processed over a few microtasks.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { list, asked, next };
}

describe('J7: a list that comes by the page', () => {
  it('J7: goes on where it stopped, until the end', async () => {
    const { list, asked, next } = rig();
    list.begin();
    list.begin();
    expect(list.getSnapshot()).toEqual({
      entries: undefined,
      error: undefined,
      isLoading: true,
      hasMore: false,
    });
    await next(0, [1, 2], 'b');
    expect(list.getSnapshot()).toMatchObject({ entries: [1, 2], isLoading: false, hasMore: true });
    list.more();
    await next(1, [3]);
    expect(list.getSnapshot()).toMatchObject({ entries: [1, 2, 3], hasMore: false });
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'b']);
  });

  it('J7: reads on until there is enough, and not for ever', async () => {
    const { list, asked, next } = rig();
    list.more((entries) => entries.some((entry) => entry > 10), 3);
    await next(0, [1], 'b');
    expect(list.getSnapshot()).toMatchObject({ entries: [1], isLoading: true });
    await next(1, [11], 'c');
    expect(list.getSnapshot()).toMatchObject({ entries: [1, 11], isLoading: false, hasMore: true });
    list.more(() => false, 2);
    await next(2, [12], 'd');
    await next(3, [13], 'e');
    expect([asked.length, list.getSnapshot().isLoading]).toEqual([4, false]);
  });

  it('J7: a failure keeps what was there, and another try goes on', async () => {
    const { list, asked, next } = rig();
    list.begin();
    await next(0, [1], 'b');
    list.more();
    asked[1]?.fail(new Error('away'));
    await expect.poll(() => list.getSnapshot().error?.message, { timeout: 4000 }).toBe('away');
    expect(list.getSnapshot()).toMatchObject({ entries: [1], isLoading: false });
    list.more();
    await next(2, [2]);
    expect(list.getSnapshot()).toMatchObject({ entries: [1, 2], error: undefined });
  });

  it('J7: another look reads as much as there was', async () => {
    const { list, next, asked } = rig();
    list.begin();
    await next(0, [2], 'b');
    list.more();
    await next(1, [1], 'c');
    list.again();
    await next(2, [3], 'x');
    await next(3, [2], 'y');
    expect(list.getSnapshot()).toMatchObject({ entries: [3, 2], hasMore: true });
    list.again();
    list.again();
    expect(asked).toHaveLength(5);
  });

  it('J7: another look joins the newest page with what was there, where somebody knows how', async () => {
    const { list, next } = rig((before, newest) => ({
      ...before,
      entries: [...newest.entries, ...before.entries],
    }));
    list.begin();
    await next(0, [1], 'b');
    list.again();
    await next(1, [2], 'x');
    expect(list.getSnapshot()).toMatchObject({ entries: [2, 1], hasMore: true });
  });

  it('J7: an answer that comes late changes nothing', async () => {
    const { list, next } = rig();
    list.begin();
    list.more();
    await next(1, [5]);
    await next(0, [1], 'late');
    expect(list.getSnapshot()).toMatchObject({ entries: [5], hasMore: false });
  });
});
