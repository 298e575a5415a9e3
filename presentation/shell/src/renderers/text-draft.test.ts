import { HostError } from '@loggia/client';
import { describe, expect, test } from 'vitest';
import type { KeptText } from '../writing/kept-text.ts';
import { TextDraft, type Seen, type StoredText } from './text-draft.ts';

/** A host with one artifact, a clock that is moved by hand, and answers that can be held back. */
class Bench {
  stored: StoredText;
  readonly saves: string[] = [];
  fails: Error | undefined;
  kept: KeptText | undefined;
  #timers: (() => void)[] = [];
  #held: (() => void)[] | undefined;
  readonly draft: TextDraft;

  constructor(text = 'one') {
    this.stored = { text, hash: 'h-one', revision: 1 };
    this.draft = this.#opened();
  }

  #opened(): TextDraft {
    return new TextDraft(
      this.stored,
      {
        read: () => Promise.resolve(this.stored),
        save: (text, ifRevision) => this.#save(text, ifRevision),
        after: (_, run) => {
          this.#timers.push(run);
          return () => void (this.#timers = this.#timers.filter((timer) => timer !== run));
        },
        keep: (text) => void (this.kept = text),
      },
      this.kept,
    );
  }

  /** As after a reload of the page: nothing is left but what was kept. */
  reopened(): TextDraft {
    this.#timers = [];
    return this.#opened();
  }

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

  test('F3: in a conflict the writer decides on the text that stays', async () => {
    const mine = new Bench();
    mine.other({ text: 'theirs' });
    mine.draft.edit('mine');
    await mine.pause();
    expect(mine.draft.getSnapshot().conflict).toEqual({ base: 'one', theirs: 'theirs' });
    await mine.draft.settle('mine and theirs');
    expect([mine.status, mine.text, mine.stored.text]).toEqual([
      'saved',
      'mine and theirs',
      'mine and theirs',
    ]);

    const theirs = new Bench();
    theirs.other({ text: 'theirs' });
    theirs.draft.edit('mine');
    await theirs.pause();
    await theirs.draft.settle('theirs');
    expect([theirs.status, theirs.text, theirs.saves]).toEqual(['saved', 'theirs', []]);
  });

  test('J10: what two people write in different places is one text, whoever is told first', async () => {
    const told = new Bench('first\nsecond\nthird\n');
    told.draft.edit('first, mine\nsecond\nthird\n');
    told.other({ text: 'first\nsecond\nthird, theirs\n' });
    told.tell();
    await told.settle();
    const both = 'first, mine\nsecond\nthird, theirs\n';
    expect(told.draft.getSnapshot()).toEqual({ status: 'waiting', text: both, round: 1 });
    await told.pause();
    expect([told.status, told.stored.text]).toEqual(['saved', both]);

    const untold = new Bench('first\nsecond\nthird\n');
    untold.draft.edit('first, mine\nsecond\nthird\n');
    untold.other({ text: 'first\nsecond\nthird, theirs\n' });
    await untold.pause();
    expect([untold.status, untold.stored.text]).toEqual(['saved', both]);
  });

  test('J10: what is typed while theirs is read is merged, too', async () => {
    const bench = new Bench('first\nsecond\n');
    bench.other({ text: 'first\nsecond, theirs\n' });
    bench.tell();
    bench.draft.edit('first, mine\nsecond\n');
    await bench.settle();
    expect(bench.text).toBe('first, mine\nsecond, theirs\n');
    await bench.pause();
    expect([bench.status, bench.stored.text]).toEqual(['saved', 'first, mine\nsecond, theirs\n']);
  });

  test('J10: a conflict goes away when theirs no longer overlaps', async () => {
    const bench = new Bench('first\nsecond\n');
    bench.draft.edit('mine\nsecond\n');
    bench.other({ text: 'theirs\nsecond\n' });
    bench.tell();
    await bench.settle();
    expect(bench.status).toBe('conflict');
    bench.other({ text: 'first\nsecond, theirs\n' });
    bench.tell();
    await bench.settle();
    expect(bench.text).toBe('mine\nsecond, theirs\n');
  });

  test('J10: an unsaved text is kept until the host has it, and merged where it was left', async () => {
    const bench = new Bench('first\nsecond\n');
    bench.fails = new Error('The host is away.');
    bench.draft.edit('first, mine\nsecond\n');
    await bench.pause();
    expect(bench.kept).toEqual({
      text: 'first, mine\nsecond\n',
      base: 'first\nsecond\n',
      hash: 'h-one',
      revision: 1,
    });
    // The page is loaded again, and somebody else has written meanwhile.
    bench.fails = undefined;
    bench.other({ text: 'first\nsecond, theirs\n' });
    const again = bench.reopened();
    expect(again.getSnapshot().text).toBe('first, mine\nsecond, theirs\n');
    await bench.pause();
    expect([bench.stored.text, bench.kept]).toEqual(['first, mine\nsecond, theirs\n', undefined]);
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
