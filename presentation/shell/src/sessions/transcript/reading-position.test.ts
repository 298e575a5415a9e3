import type { Turn } from '@loggia/protocol';
import { describe, expect, it, vi } from 'vitest';
import { ManualTime } from '../../views/manual-time.testkit.ts';
import { ReadingPosition, type Scroller } from './reading-position.ts';
import { rowsOf, type Row } from './rows.ts';
import { placeIn, rememberPlace } from './scroll-memory.ts';

const chat = 'chat:1';
const rowHeight = 100;
const viewHeight = 500;

const turn = (id: string): Turn =>
  ({
    id,
    message: { text: id, origin: { kind: 'user' } },
    responseParts: [
      { kind: 'toolCall', toolCall: { toolCallId: `call-${id}` } },
      { kind: 'inputRequest', request: { id: `form-${id}` } },
    ],
    state: 'complete',
  }) as unknown as Turn;

/** Four rows each: the message, a call, a form and the end. */
const rowsOfTurns = (...ids: string[]): readonly Row[] => rowsOf({ turns: ids.map(turn) });
const all = ['t1', 't2', 't3', 't4', 't5'];

/** A list whose rows are all of one height, and which scrolls at once. */
class FakeScroller implements Scroller {
  count = 0;
  offset = 0;
  height = rowHeight;
  view = viewHeight;
  isOnScreen = true;
  readonly calls: string[] = [];

  get end(): number {
    return Math.max(0, this.count * this.height - this.view);
  }

  extent = () => ({ top: this.offset, view: this.view, total: this.count * this.height });
  toEnd = (): void => this.#go('end', this.end);
  toRow = (index: number, align: 'center' | 'start'): void =>
    this.#go(`row ${index} ${align}`, Math.max(0, index) * this.height);
  toOffset = (offset: number): void => this.#go(`offset ${offset}`, offset);
  startOf = (index: number): number | undefined =>
    this.isOnScreen ? Math.max(0, index) * this.height : undefined;
  top = () => ({ index: Math.floor(this.offset / this.height), into: this.offset % this.height });

  #go(call: string, offset: number): void {
    this.calls.push(call);
    this.offset = Math.max(0, Math.min(this.end, offset));
  }
}

function rig(options: { readonly loaded?: readonly string[]; readonly pages?: readonly string[] } = {}) {
  const time = new ManualTime();
  const scroller = new FakeScroller();
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  const state = { turns: [...(options.loaded ?? all)] };
  const pages = [...(options.pages ?? [])];
  const complain = vi.fn<(problem: unknown) => void>();
  const load = vi.fn<() => Promise<void>>(async () => {
    const next = pages.pop();
    if (next !== undefined) state.turns = [next, ...state.turns];
  });
  const position = new ReadingPosition({
    chat,
    scroller,
    storage,
    now: time.now,
    after: time.after,
    nextFrame: (run) => void time.nextFrame(run),
    complain,
    older: {
      load,
      hasMore: () => pages.length > 0,
      isLoaded: (id) => state.turns.includes(id),
    },
  });
  const draw = (ids: readonly string[] = state.turns): void => {
    const rows = rowsOfTurns(...ids);
    scroller.count = rows.length;
    position.draw(rows);
  };
  const open = async (at?: string): Promise<void> => {
    draw();
    position.open(at);
    await time.pass(5000);
    scroller.calls.length = 0;
  };
  /** As somebody does with the wheel. */
  const wheelTo = (offset: number): void => {
    position.touch();
    scroller.offset = offset;
    position.scrolled();
  };
  return { time, scroller, storage, state, complain, load, position, draw, open, wheelTo };
}

describe('opening a chat', () => {
  it('J3: begins at the end, and follows it', async () => {
    const { position, scroller, open } = rig();
    await open();
    expect(scroller.offset).toBe(scroller.end);
    expect(position.isFollowing()).toBe(true);
    expect(position.getSnapshot()).toEqual({
      isAway: false,
      hasNews: false,
      flashed: undefined,
      isLoading: false,
    });
  });

  it('J3: a reload brings back the place, to the pixel', async () => {
    const { position, scroller, storage, open } = rig();
    rememberPlace(storage, chat, { at: 'row', turn: 't2', key: 't2/0', into: 30 });
    await open();
    expect(scroller.offset).toBe(530);
    expect(position.isFollowing()).toBe(false);
    expect(position.getSnapshot().isAway).toBe(true);
  });

  it('J3: it stays there until everything around has had its size for a quarter of a second', async () => {
    const { time, position, scroller, storage, draw } = rig();
    rememberPlace(storage, chat, { at: 'row', turn: 't2', key: 't2/0', into: 30 });
    draw();
    position.open(undefined);
    await time.pass(200);
    // Rows above turn out taller than they were estimated.
    scroller.height = 150;
    await time.pass(200);
    expect(scroller.offset).toBe(5 * 150 + 30);
    scroller.height = 200;
    await time.pass(200);
    expect(scroller.offset).toBe(5 * 200 + 30);
    await time.pass(300);
    scroller.height = 300;
    await time.pass(300);
    expect(scroller.offset).toBe(5 * 200 + 30);
  });

  it('J3: whoever scrolls meanwhile is not pulled back, and neither is who holds the scroll bar', async () => {
    for (const take of ['touch', 'hold'] as const) {
      const { time, position, scroller, storage, draw } = rig();
      rememberPlace(storage, chat, { at: 'row', turn: 't2', key: 't2/0', into: 30 });
      draw();
      position.open(undefined);
      await time.pass(100);
      position[take]();
      scroller.offset = 0;
      await time.pass(1000);
      expect(scroller.offset).toBe(0);
    }
  });

  it('J3: a place that never comes to rest is given up after four seconds', async () => {
    const { time, position, scroller, storage, draw } = rig();
    rememberPlace(storage, chat, { at: 'row', turn: 't2', key: 't2/0', into: 0 });
    draw();
    position.open(undefined);
    for (let step = 0; step < 50; step++) {
      scroller.height += 10;
      await time.pass(100);
    }
    scroller.height = 50;
    const { offset } = scroller;
    await time.pass(500);
    expect(scroller.offset).toBe(offset);
  });

  it('J3: a place in turns that are not loaded is loaded, and reached as soon as it is drawn', async () => {
    const { time, position, scroller, storage, load, draw } = rig({
      loaded: ['t3', 't4', 't5'],
      pages: ['t1', 't2'],
    });
    rememberPlace(storage, chat, { at: 'row', turn: 't1', key: 't1', into: 10 });
    draw();
    position.open(undefined);
    await time.pass(100);
    expect(load).toHaveBeenCalledTimes(2);
    expect(scroller.calls).toEqual(['end']);
    draw();
    await time.pass(20);
    expect(scroller.calls[1]).toBe('offset 10');
  });

  it('J3: a place whose turn is gone is forgotten', async () => {
    const { position, scroller, storage, open } = rig();
    rememberPlace(storage, chat, { at: 'row', turn: 'gone', key: 'gone/0', into: 10 });
    await open();
    expect(scroller.offset).toBe(scroller.end);
    expect(position.isFollowing()).toBe(true);
  });

  it('J3: a link to a turn goes before the remembered place, and points it out for a moment', async () => {
    const { time, position, scroller, storage, draw } = rig();
    rememberPlace(storage, chat, { at: 'row', turn: 't2', key: 't2/0', into: 30 });
    draw();
    position.open('t3');
    await time.pass(100);
    expect(scroller.calls).toEqual(['end', 'row 8 start']);
    expect(position.getSnapshot()).toMatchObject({ flashed: 't3', isAway: true });
    await time.pass(2200);
    expect(position.getSnapshot().flashed).toBeUndefined();
  });

  it('J3: a link to a turn that is gone is told, and so is a failure to load', async () => {
    const gone = rig();
    await gone.open('gone');
    expect(gone.complain.mock.calls).toEqual([['That message is no longer in this chat.']]);
    expect(gone.position.isFollowing()).toBe(true);
    const broken = rig({ loaded: ['t2'], pages: ['t1'] });
    const failure = new Error('Not now.');
    broken.load.mockRejectedValue(failure);
    await broken.open('t1');
    expect(broken.complain.mock.calls).toEqual([[failure]]);
    // It counts as placed: from now on it follows, and remembers.
    broken.position.remember();
    expect(placeIn(broken.storage, chat)).toEqual({ at: 'end' });
  });

  it('J3: nothing is opened without rows, and nothing twice', async () => {
    const { time, position, scroller, draw, open } = rig();
    position.open(undefined);
    await time.pass(100);
    expect(scroller.calls).toEqual([]);
    await open();
    draw();
    position.open('t1');
    await time.pass(100);
    expect(scroller.calls).toEqual([]);
  });
});

describe('following the end', () => {
  it('J3: what grows is followed, until somebody scrolls up', async () => {
    const { position, scroller, draw, open, wheelTo } = rig();
    await open();
    draw([...all, 't6']);
    position.resized();
    expect(scroller.offset).toBe(scroller.end);
    // The browser tells of what the list did itself, too.
    position.scrolled();
    wheelTo(scroller.end - 200);
    draw([...all, 't6', 't7']);
    position.resized();
    expect(scroller.offset).toBeLessThan(scroller.end);
    expect(position.getSnapshot()).toMatchObject({ isAway: true, hasNews: true });
  });

  it('J3: older rows above are no news', async () => {
    const { position, draw, open, wheelTo } = rig();
    await open();
    wheelTo(300);
    draw(['t0', ...all]);
    expect(position.getSnapshot()).toMatchObject({ isAway: true, hasNews: false });
  });

  it('J3: whoever comes back to the end follows it again', async () => {
    const { position, scroller, draw, open, wheelTo } = rig();
    await open();
    wheelTo(300);
    draw([...all, 't6']);
    wheelTo(scroller.end);
    expect(position.isFollowing()).toBe(true);
    expect(position.getSnapshot()).toMatchObject({ isAway: false, hasNews: false });
    wheelTo(300);
    position.toEnd();
    expect(scroller.offset).toBe(scroller.end);
    expect(position.getSnapshot().isAway).toBe(false);
  });

  it('J3: rows that shrink don’t let go of the end, unless somebody has just scrolled', async () => {
    for (const [waitMs, isKept] of [
      [500, true],
      [300, false],
    ] as const) {
      const { time, position, scroller, open } = rig();
      await open();
      position.touch();
      await time.pass(waitMs);
      scroller.height = 95;
      scroller.offset = scroller.end - 50;
      position.scrolled();
      expect(position.isFollowing()).toBe(isKept);
    }
  });

  it('J3: a scroll bar that is held is somebody, for as long as it is held', async () => {
    const { time, position, scroller, open } = rig();
    await open();
    position.hold();
    await time.pass(3000);
    scroller.height = 95;
    scroller.offset = scroller.end - 50;
    position.scrolled();
    expect(position.isFollowing()).toBe(false);
    position.release();
  });

  it('J3: what takes room from the list does not hide its end', async () => {
    const { position, scroller, open } = rig();
    await open();
    scroller.view = 300;
    position.resized();
    expect(scroller.calls).toEqual(['end']);
    expect(scroller.offset).toBe(scroller.end);
  });
});

describe('remembering', () => {
  it('J3: the place is kept once scrolling rests', async () => {
    const { time, storage, open, wheelTo } = rig();
    await open();
    wheelTo(330);
    wheelTo(430);
    await time.pass(100);
    expect(placeIn(storage, chat)).toEqual({ at: 'end' });
    await time.pass(100);
    expect(placeIn(storage, chat)).toEqual({ at: 'row', turn: 't2', key: 't2', into: 30 });
  });

  it('J3: nothing is kept of a place that was not reached yet', async () => {
    const { position, storage, draw } = rig();
    const before = { at: 'row', turn: 't2', key: 't2/0', into: 30 } as const;
    rememberPlace(storage, chat, before);
    draw();
    position.open(undefined);
    position.scrolled();
    position.remember();
    expect(placeIn(storage, chat)).toEqual(before);
  });

  it('J3: a transcript that is gone keeps nothing', async () => {
    const { time, position, storage, open, wheelTo } = rig();
    await open();
    wheelTo(330);
    position.stop();
    await time.pass(1000);
    expect(placeIn(storage, chat)).toEqual({ at: 'end' });
  });
});

describe('going somewhere', () => {
  it('J3: a match of a search is shown in the middle', async () => {
    const { position, scroller, open } = rig();
    await open();
    position.toRow('t2/1');
    position.toRow('nothing');
    expect(scroller.calls).toEqual(['row 6 center']);
    expect(position.isFollowing()).toBe(false);
  });

  it('J3: a call and a form are found by their ids, the newest first', async () => {
    const { position, scroller, open } = rig();
    await open();
    position.toSubject('call-t2');
    expect(position.getSnapshot().flashed).toBe('t2/0');
    position.toSubject('form-t4');
    expect(position.getSnapshot().flashed).toBe('t4/1');
    position.toSubject('nothing');
    expect(scroller.calls).toEqual(['row 5 center', 'row 14 center']);
  });

  it('J3: a page that cannot draw holds a link up for a moment only', async () => {
    const { time, position, open } = rig({ loaded: ['t2', 't3'], pages: ['t1'] });
    await open();
    let found: boolean | undefined;
    void position.toTurn('t1').then((isFound) => (found = isFound));
    await time.pass(1500);
    expect(found).toBeUndefined();
    await time.pass(200);
    expect(found).toBe(true);
  });

  it('J3: whoever comes near the top is given older turns', async () => {
    const { time, position, load, draw, open } = rig({ loaded: all, pages: ['t-1', 't0'] });
    draw();
    position.reach(0);
    expect(load).not.toHaveBeenCalled();
    await open();
    position.reach(12);
    position.reach(undefined);
    expect(load).not.toHaveBeenCalled();
    position.reach(11);
    expect(position.getSnapshot().isLoading).toBe(true);
    position.reach(10);
    await time.pass(0);
    expect(load).toHaveBeenCalledOnce();
    expect(position.getSnapshot().isLoading).toBe(false);
  });
});

describe('a form that is higher than the screen', () => {
  const asked = (response?: string): readonly Row[] =>
    rowsOf({
      turns: [turn('t1')],
      activeTurn: {
        id: 't2',
        startedAt: '2026-01-01T00:00:00Z',
        message: { text: 't2', origin: { kind: 'user' } },
        responseParts: [{ kind: 'inputRequest', request: { id: 'form' }, ...(response && { response }) }],
      } as never,
    });

  it('J3: is shown from its beginning, once', async () => {
    const { position, scroller, open } = rig({ loaded: ['t1'] });
    await open();
    const rows = asked();
    scroller.count = rows.length;
    scroller.height = 600;
    position.draw(rows);
    position.resized();
    expect(scroller.calls).toEqual(['row 5 start']);
    expect(position.getSnapshot().isAway).toBe(true);
    position.toEnd();
    position.resized();
    expect(scroller.calls).toEqual(['row 5 start', 'end', 'end']);
  });

  it('J3: stays at its beginning, although the list goes to its end by itself, until somebody scrolls', async () => {
    const { position, scroller, open } = rig({ loaded: ['t1'] });
    await open();
    const rows = asked();
    scroller.count = rows.length;
    scroller.height = 600;
    position.draw(rows);
    position.resized();
    scroller.offset = scroller.end;
    position.scrolled();
    expect(scroller.calls).toEqual(['row 5 start', 'row 5 start']);
    expect([position.isFollowing(), position.getSnapshot().isAway]).toEqual([false, true]);
    position.touch();
    scroller.offset = scroller.end;
    position.scrolled();
    expect(scroller.calls).toEqual(['row 5 start', 'row 5 start']);
    expect(position.isFollowing()).toBe(true);
  });

  it('J3: that fits, or was answered, is followed to its end', async () => {
    for (const [rows, height] of [
      [asked(), 100],
      [asked('accept'), 600],
    ] as const) {
      const { position, scroller, open } = rig({ loaded: ['t1'] });
      await open();
      scroller.count = rows.length;
      scroller.height = height;
      position.draw(rows);
      position.resized();
      expect(scroller.calls).toEqual(['end']);
    }
  });
});
