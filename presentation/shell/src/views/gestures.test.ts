import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Gestures } from './gestures.ts';

describe('a View that asks for the screen in the handler of a click', () => {
  const view = {};
  const idle = { isActive: false, hasFocus: false };
  const clicked = { isActive: true, hasFocus: true };

  test('E12: gets it when its question arrives before the news of the click', async () => {
    const gestures = new Gestures<object>();
    let state = idle;
    const asked = gestures.isIn(view, () => state);
    state = clicked;
    await new Promise((resolve) => setTimeout(resolve, 50));
    gestures.noteIn(view, true);
    expect(await asked).toBe(true);
  });

  test('E12: gets it at once after a click elsewhere only if its own click is certain', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const gestures = new Gestures<object>();
    gestures.noteIn({}, true);
    await vi.advanceTimersByTimeAsync(1000);
    gestures.noteIn(view, true);
    expect(await gestures.isIn(view, () => clicked)).toBe(true);
    gestures.noteIn(view, false);
    let state = clicked;
    const forged = gestures.isIn(view, () => state);
    // The click elsewhere is over by then, and the browser reports none.
    state = { isActive: false, hasFocus: true };
    await vi.advanceTimersByTimeAsync(5000);
    expect(await forged).toBe(false);
  });

  test.each([
    ['the browser reports no gesture', { isActive: false, hasFocus: true }],
    ['the focus is elsewhere', { isActive: true, hasFocus: false }],
  ])('E12: does not get it while %s', async (_, state) => {
    const gestures = new Gestures<object>();
    gestures.noteIn(view, true);
    expect(await gestures.isIn(view, () => state)).toBe(false);
  });

  test('E12: does not get it for a click in another View', async () => {
    const gestures = new Gestures<object>();
    gestures.noteIn(view, true);
    gestures.noteIn({}, true);
    expect(await gestures.isIn({}, () => clicked)).toBe(false);
  });
});
