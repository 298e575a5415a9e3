import { Cell, type Readable } from '@loggia/client';
import { OlderTurns } from './older-turns.ts';
import { turnOf, type Row } from './rows.ts';
import { placeIn, rememberPlace } from './scroll-memory.ts';
import { distanceFromEnd, endThreshold, sticks, type Extent } from './stick.ts';

/** Scrolling within this time after a gesture counts as the user's. */
const gestureMs = 400;
/** Nothing around a place may have moved for the first before it counts as reached; after the second, it is given up. */
const calmMs = 250;
const settleWithinMs = 4000;
/** Rows that were loaded are drawn with the next redraw, unless the page is too busy to draw at all. */
const drawnWithinMs = 1600;
const rememberAfterMs = 150;
const flashMs = 2200;
/** Older turns are loaded from this many rows below the top. */
const nearTop = 12;

/** The list of rows that scrolls. */
export interface Scroller {
  extent(): Extent;
  toEnd(): void;
  toRow(index: number, align: 'center' | 'start'): void;
  toOffset(offset: number): void;
  /** Where a row begins, as far as rows have been measured; undefined while the list isn't on screen. */
  startOf(index: number): number | undefined;
  /** The row at the upper edge, and how many pixels of it are above that edge. */
  top(): { readonly index: number; readonly into: number } | undefined;
}

interface Ports {
  readonly chat: string;
  readonly scroller: Scroller;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  now(): number;
  after(ms: number, run: () => void): () => void;
  nextFrame(run: (now: number) => void): void;
  complain(problem: unknown): void;
  readonly older: Pick<ConstructorParameters<typeof OlderTurns>[0], 'hasMore' | 'isLoaded' | 'load'>;
}

export interface ShownPosition {
  /** Somebody reads further up. */
  readonly isAway: boolean;
  /** Something was added below while they did. */
  readonly hasNews: boolean;
  /** The row that is pointed out for a moment. */
  readonly flashed: string | undefined;
  readonly isLoading: boolean;
}

/** Where somebody reads in a chat, and whether its end is kept in sight. */
export class ReadingPosition implements Readable<ShownPosition> {
  readonly #ports: Ports;
  readonly #older: OlderTurns;
  readonly #shown = new Cell<ShownPosition>({
    isAway: false,
    hasNews: false,
    flashed: undefined,
    isLoading: false,
  });
  readonly getSnapshot = this.#shown.getSnapshot;
  readonly subscribe = this.#shown.subscribe;
  readonly #drawings = new Set<() => void>();
  #rows: readonly Row[] = [];
  /** It is where it was to begin. Until then nothing is loaded, followed or remembered. */
  #isPlaced = false;
  #isFollowing = true;
  #extent: Extent = { top: 0, view: 0, total: 0 };
  /** When somebody last did something that may scroll, and whether a button or finger is down. */
  #touchedAt = -Infinity;
  #isHeld = false;
  /** The form that was shown from its beginning. */
  #introduced: string | undefined;
  /** Its beginning stays in sight, because nobody has gone elsewhere since. */
  #staysAtBeginning = false;
  #cancelRemembering: (() => void) | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#older = new OlderTurns({
      ...ports.older,
      onLoading: (isLoading) => this.#show({ isLoading }),
    });
  }

  /** Whether new rows are seen as they come. */
  readonly isFollowing = (): boolean => this.#isFollowing;

  /** These rows are laid out now. */
  draw(rows: readonly Row[]): void {
    if (rows === this.#rows) return;
    const hasGrown = rows.at(-1)?.key !== this.#rows.at(-1)?.key;
    this.#rows = rows;
    if (hasGrown && this.#isPlaced && !this.#isFollowing) this.#show({ hasNews: true });
    for (const drawn of [...this.#drawings]) drawn();
  }

  /** To that turn, or else to where somebody was before a reload. Does nothing once it has been there. */
  open(turn: string | undefined): void {
    if (this.#isPlaced || this.#rows.length === 0) return;
    const { complain, nextFrame, scroller } = this.#ports;
    scroller.toEnd();
    this.#arrive(turn).then(
      // Two frames: one to lay out what was scrolled to, one for what that measured.
      () => nextFrame(() => nextFrame(() => this.#settle())),
      (error: unknown) => {
        this.#settle();
        complain(error);
      },
    );
  }

  toEnd(): void {
    this.follow();
    this.#show({ isAway: false });
  }

  /** Back to the end, and along with it. */
  follow(): void {
    this.#isFollowing = true;
    this.#staysAtBeginning = false;
    this.#ports.scroller.toEnd();
  }

  toRow(key: string): void {
    const index = this.#indexOf(key);
    if (index < 0) return;
    this.#leave();
    this.#ports.scroller.toRow(index, 'center');
  }

  /** Resolves with whether the turn was found. */
  async toTurn(turn: string): Promise<boolean> {
    if (!(await this.#seek(turn))) return false;
    this.#leave();
    this.#ports.scroller.toRow(this.#indexOf(turn), 'start');
    this.#flash(turn);
    return true;
  }

  /** To the call, or the form, that goes by that id. */
  toSubject(subject: string): void {
    const found = this.#rows.findLast((row) => row.kind === 'part' && subjectOf(row) === subject);
    if (found === undefined) return;
    this.toRow(found.key);
    this.#flash(found.key);
  }

  /** The first rendered row. Near the top, older turns are loaded. */
  reach(firstIndex: number | undefined): void {
    const { complain, older } = this.#ports;
    if (!this.#isPlaced || firstIndex === undefined || !older.hasMore()) return;
    if (firstIndex < nearTop) this.#older.load().catch(complain);
  }

  /** Somebody turned the wheel or pressed a key. */
  touch(): void {
    this.#touchedAt = this.#ports.now();
    this.#staysAtBeginning = false;
  }

  /** A button or finger is down. */
  hold(): void {
    this.#isHeld = true;
    this.#staysAtBeginning = false;
  }

  release(): void {
    this.#isHeld = false;
  }

  /** The list was scrolled, by somebody or by its own layout. */
  scrolled(): void {
    const isTouched = this.#isHeld || this.#ports.now() - this.#touchedAt < gestureMs;
    this.#move(isTouched ? 'user' : 'layout');
    if (!this.#isPlaced) return;
    this.#show({ isAway: !this.#isFollowing, ...(this.#isFollowing && { hasNews: false }) });
    this.#cancelRemembering?.();
    this.#cancelRemembering = this.#ports.after(rememberAfterMs, () => this.remember());
  }

  /** Something grew, or took room from the list, which must not push its end out of sight. */
  resized(): void {
    if (!this.#isPlaced) return;
    this.#move('layout');
    this.#show({ isAway: !this.#isFollowing });
    if (this.#isFollowing && !this.#introduce()) this.#ports.scroller.toEnd();
  }

  /** A form that is higher than the screen is shown from its beginning, once; true where it was. */
  #introduce(): boolean {
    const index = this.#rows.findLastIndex(isOpenForm);
    const key = this.#rows[index]?.key;
    const isShown = key === this.#introduced && !this.#staysAtBeginning;
    const start = key === undefined || isShown ? undefined : this.#ports.scroller.startOf(index);
    const { view, total } = this.#ports.scroller.extent();
    if (start === undefined || total - view <= start) return false;
    this.#introduced = key;
    this.#isFollowing = false;
    this.#staysAtBeginning = true;
    this.#ports.scroller.toRow(index, 'start');
    this.#show({ isAway: true });
    return true;
  }

  /** The end isn't kept in sight any more. */
  #leave(): void {
    this.#isFollowing = false;
    this.#staysAtBeginning = false;
  }

  /** For a reload of the page. */
  remember(): void {
    if (!this.#isPlaced) return;
    const { chat, scroller, storage } = this.#ports;
    const top = scroller.top();
    const row = top && this.#rows[top.index];
    if (this.#isFollowing || row === undefined || top === undefined)
      return rememberPlace(storage, chat, { at: 'end' });
    const into = Math.max(0, Math.round(top.into));
    rememberPlace(storage, chat, { at: 'row', turn: turnOf(row), key: row.key, into });
  }

  stop(): void {
    this.#cancelRemembering?.();
  }

  async #arrive(turn: string | undefined): Promise<void> {
    const { chat, complain, storage } = this.#ports;
    if (turn !== undefined) {
      if (!(await this.toTurn(turn))) complain('That message is no longer in this chat.');
      return;
    }
    const place = placeIn(storage, chat);
    if (place.at === 'row' && (await this.#seek(place.turn))) await this.#stayAt(place.key, place.into);
  }

  #settle(): void {
    this.#isPlaced = true;
    this.#extent = this.#ports.scroller.extent();
    this.#isFollowing ||= distanceFromEnd(this.#extent) <= endThreshold;
    this.#show({ isAway: !this.#isFollowing });
    if (this.#isFollowing) this.#introduce();
  }

  #move(by: 'user' | 'layout'): void {
    const after = this.#ports.scroller.extent();
    this.#isFollowing = sticks(this.#isFollowing, { before: this.#extent, after, by });
    this.#extent = after;
    // The list follows a row that is appended by itself, if it hasn't noticed yet that it was scrolled from its end.
    if (this.#isFollowing && this.#staysAtBeginning) this.#introduce();
  }

  /** Loads older turns until that one is there, and waits until it is drawn. */
  async #seek(turn: string): Promise<boolean> {
    if (!(await this.#older.loadUntil(turn))) return false;
    await this.#drawn(turn);
    return this.#ports.older.isLoaded(turn);
  }

  #drawn(key: string): Promise<void> | undefined {
    if (this.#indexOf(key) >= 0) return undefined;
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        this.#drawings.delete(look);
        resolve();
      };
      const look = (): void => {
        if (this.#indexOf(key) >= 0) end();
      };
      const cancel = this.#ports.after(drawnWithinMs, end);
      this.#drawings.add(look);
    });
  }

  /** So many pixels into a row, until everything that is drawn around it has its size, or somebody scrolls. */
  #stayAt(key: string, into: number): Promise<void> {
    const { nextFrame, now, scroller } = this.#ports;
    this.#isFollowing = false;
    const begun = now();
    let movedAt = begun;
    return new Promise((resolve) => {
      const step = (at: number): void => {
        const start = scroller.startOf(this.#indexOf(key));
        const isOver = this.#touchedAt > begun || this.#isHeld || at - begun > settleWithinMs;
        if (start === undefined || isOver || at - movedAt > calmMs) return resolve();
        const before = scroller.extent().top;
        scroller.toOffset(start + into);
        if (Math.abs(scroller.extent().top - before) > 1) movedAt = at;
        nextFrame(step);
      };
      step(begun);
    });
  }

  #flash(key: string): void {
    this.#show({ flashed: key });
    this.#ports.after(flashMs, () => {
      if (this.getSnapshot().flashed === key) this.#show({ flashed: undefined });
    });
  }

  #indexOf(key: string): number {
    return this.#rows.findIndex((row) => row.key === key);
  }

  #show(change: Partial<ShownPosition>): void {
    const before = this.getSnapshot();
    const keys = Object.keys(change) as (keyof ShownPosition)[];
    if (keys.some((key) => change[key] !== before[key])) this.#shown.set({ ...before, ...change });
  }
}

function isOpenForm(row: Row): boolean {
  if (row.kind !== 'part' || row.part.kind !== 'inputRequest') return false;
  return row.isLive && row.part.response === undefined;
}

function subjectOf({ part }: Extract<Row, { kind: 'part' }>): string | undefined {
  if (part.kind === 'toolCall') return part.toolCall.toolCallId;
  return part.kind === 'inputRequest' ? part.request.id : undefined;
}
