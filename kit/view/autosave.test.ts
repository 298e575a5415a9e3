import { describe, expect, it } from 'vitest';
import { createAutosave } from './autosave.ts';

/** A clock that is moved by hand, and saves that end when told. */
function bench() {
  let later: (() => void) | undefined;
  const states: string[] = [];
  const saves: { done: () => void; fail: (error: Error) => void }[] = [];
  const autosave = createAutosave({
    save: () =>
      new Promise((resolve, reject) => {
        saves.push({ done: resolve, fail: reject });
      }),
    later: (run) => {
      later = run;
      return () => {
        later = undefined;
      };
    },
    changed: ({ kind }) => states.push(kind),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { autosave, states, saves, settle, pass: () => later?.(), isWaiting: () => later !== undefined };
}

describe('saving by itself', () => {
  it('waits for the last edit, then saves once', async () => {
    const { autosave, states, saves, settle, pass } = bench();
    autosave.touch();
    autosave.touch();
    expect(saves).toHaveLength(0);
    pass();
    saves[0]?.done();
    await settle();
    expect([saves.length, states]).toEqual([1, ['waiting', 'saving', 'saved']]);
  });

  it('saves again what was edited while it saved, one after the other', async () => {
    const { autosave, states, saves, settle, pass } = bench();
    autosave.touch();
    pass();
    autosave.touch();
    expect(saves).toHaveLength(1);
    saves[0]?.done();
    await settle();
    expect(saves).toHaveLength(2);
    saves[1]?.done();
    await settle();
    expect(states).toEqual(['waiting', 'saving', 'saving', 'saved']);
  });

  it('says why it failed, and tries again only when asked or edited', async () => {
    const { autosave, saves, settle, pass, isWaiting } = bench();
    autosave.touch();
    pass();
    saves[0]?.fail(new Error('The host is away.'));
    await settle();
    expect([autosave.state, isWaiting()]).toEqual([{ kind: 'failed', message: 'The host is away.' }, false]);
    const flushed = autosave.flush();
    saves[1]?.done();
    await flushed;
    expect(autosave.state).toEqual({ kind: 'saved' });
  });

  it('forgets what is no longer wanted', async () => {
    const { autosave, saves, isWaiting } = bench();
    autosave.touch();
    autosave.settle();
    await autosave.flush();
    expect([saves.length, isWaiting(), autosave.state]).toEqual([0, false, { kind: 'saved' }]);
  });

  it('does not save when there is nothing to save', async () => {
    const { autosave, saves } = bench();
    await autosave.flush();
    expect(saves).toHaveLength(0);
  });
});
