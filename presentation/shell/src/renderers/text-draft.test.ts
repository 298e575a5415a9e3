import { HostError } from '@loggia/client';
import { describe, expect, test } from 'vitest';
import { TextDraft, type Seen, type StoredText } from './text-draft.ts';

/** A host with one artifact, a clock that is moved by hand, and answers that can be held back. */
class Bench {
  stored: StoredText = { text: 'one', hash: 'h-one', revision: 1 };
  readonly saves: string[] = [];
  fails: Error | undefined;
  #timers: (() => void)[] = [];
  #held: (() => void)[] | undefined;
  readonly draft = new TextDraft(this.stored, {
    read: () => Promise.resolve(this.stored),
    save: (text, ifRevision) => this.#save(text, ifRevision),
    after: (_, run) => {
      this.#timers.push(run);
      return () => void (this.#timers = this.#timers.filter((timer) => timer !== run));
    },
  });

  async #save(text: string, ifRevision: number): Promise<Seen> {
    if (this.#held) await new Promise<void>((resolve) => this.#held?.push(resolve));
    if (this.fails) throw this.fails;
    if (ifRevision !== this.stored.revision) throw new HostError({ code: -32_011, message: 'Conflict.' });
    this.saves.push(text);
    this.stored = { text, hash: `h-${text}`, revision: this.stored.revision + 1 };
    return this.stored;
  }

  /** Somebody else changes it, and everybody is told. */
  other(change: Partial<StoredText>): void {
    this.stored = {
      ...this.stored,
      ...(change.text !== undefined && { hash: `h-${change.text}` }),
      ...change,
      revision: this.stored.revision + 1,
    };
  }

  tell(): void {
    this.draft.told(this.stored);
  }

  hold(): void {
    this.#held = [];
  }

  async release(): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const go of held) go();
    await this.settle();
  }

  async pause(): Promise<void> {
    const timers = this.#timers;
    this.#timers = [];
    for (const run of timers) run();
    await this.settle();
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }

  get status(): string {
    return this.draft.getSnapshot().status;
  }

  get text(): string {
    return this.draft.getSnapshot().text;
  }
}

describe('J2: a text that is typed', () => {
  test('is saved once, in a pause', async () => {
    const bench = new Bench();
    bench.draft.edit('two');
    bench.draft.edit('three');
    expect([bench.status, bench.saves]).toEqual(['waiting', []]);
    await bench.pause();
    expect([bench.status, bench.saves]).toEqual(['saved', ['three']]);
  });

  test('what is typed while it is saved is saved next', async () => {
    const bench = new Bench();
    bench.hold();
    bench.draft.edit('two');
    await bench.pause();
    bench.draft.edit('three');
    expect(bench.status).toBe('saving');
    await bench.release();
    expect([bench.status, bench.text]).toEqual(['waiting', 'three']);
    await bench.pause();
    expect([bench.status, bench.saves]).toEqual(['saved', ['two', 'three']]);
  });

  test('what somebody else writes appears where nothing waits to be saved', async () => {
    const bench = new Bench();
    bench.other({ text: 'theirs' });
    bench.tell();
    await bench.settle();
    expect(bench.draft.getSnapshot()).toEqual({ status: 'saved', text: 'theirs', round: 1 });
    bench.draft.edit('mine after theirs');
    await bench.pause();
    expect([bench.status, bench.saves]).toEqual(['saved', ['mine after theirs']]);
  });

  test('F3: two texts are a conflict, and nothing is overwritten', async () => {
    const bench = new Bench();
    bench.draft.edit('mine');
    bench.other({ text: 'theirs' });
    bench.tell();
    await bench.pause();
    expect([bench.status, bench.text, bench.stored.text]).toEqual(['conflict', 'mine', 'theirs']);
    bench.draft.edit('mine, longer');
    await bench.pause();
    expect([bench.status, bench.saves]).toEqual(['conflict', []]);
  });

  test('F3: a conflict that only the host knows of is found when it is saved', async () => {
    const bench = new Bench();
    bench.other({ text: 'theirs' });
    bench.draft.edit('mine');
    await bench.pause();
    expect([bench.status, bench.text, bench.saves]).toEqual(['conflict', 'mine', []]);
  });

  test('F3: of two texts the writer chooses one', async () => {
    const mine = new Bench();
    mine.other({ text: 'theirs' });
    mine.draft.edit('mine');
    await mine.pause();
    await mine.draft.keepMine();
    expect([mine.status, mine.stored.text]).toEqual(['saved', 'mine']);

    const theirs = new Bench();
    theirs.other({ text: 'theirs' });
    theirs.draft.edit('mine');
    await theirs.pause();
    await theirs.draft.takeTheirs();
    expect([theirs.status, theirs.text, theirs.saves]).toEqual(['saved', 'theirs', []]);
  });

  test('a change of something else is no conflict', async () => {
    const bench = new Bench();
    bench.draft.edit('two');
    bench.other({});
    bench.tell();
    await bench.pause();
    expect([bench.status, bench.saves]).toEqual(['saved', ['two']]);
    bench.draft.edit('three');
    bench.other({});
    await bench.pause();
    expect([bench.status, bench.saves]).toEqual(['saved', ['two', 'three']]);
  });

  test('being told of its own save, before or after the answer, changes nothing', async () => {
    const bench = new Bench();
    bench.hold();
    bench.draft.edit('two');
    await bench.pause();
    bench.draft.told({ hash: 'h-two', revision: 2 });
    bench.draft.edit('two and a half');
    await bench.release();
    bench.draft.told({ hash: 'h-two', revision: 2 });
    expect([bench.status, bench.text, bench.draft.getSnapshot().round]).toEqual([
      'waiting',
      'two and a half',
      0,
    ]);
  });

  test('J7: a failure keeps the text, says why, and can be tried again', async () => {
    const bench = new Bench();
    bench.fails = new Error('The disk is full.');
    bench.draft.edit('two');
    await bench.pause();
    expect(bench.draft.getSnapshot()).toEqual({
      status: 'failed',
      text: 'two',
      round: 0,
      error: bench.fails,
    });
    bench.fails = undefined;
    await bench.draft.flush();
    expect([bench.status, bench.saves]).toEqual(['saved', ['two']]);
  });

  test('what waits is saved when it is closed', async () => {
    const bench = new Bench();
    bench.draft.edit('two');
    await bench.draft.dispose();
    expect(bench.saves).toEqual(['two']);
  });
});
