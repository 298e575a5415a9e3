import { describe, expect, test } from 'vitest';
import { Gestures } from './gestures.ts';

describe('a View that asks for the screen in the handler of a click', () => {
  const view = {};
  const idle = { isActive: false, hasFocus: false };
  const clicked = { isActive: true, hasFocus: true };

  test('E12: gets it when its question arrives before the news of the click', async () => {
    const gestures = new Gestures<object>();
    let state = idle;
    const asked = gestures.isIn(view, () => state, 'opaque');
    state = clicked;
    await new Promise((resolve) => setTimeout(resolve, 50));
    gestures.noteIn(view);
    expect(await asked).toBe(true);
  });

  test.each([
    ['the browser reports no gesture', { isActive: false, hasFocus: true }],
    ['the focus is elsewhere', { isActive: true, hasFocus: false }],
  ])('E12: does not get it while %s', async (_, state) => {
    const gestures = new Gestures<object>();
    gestures.noteIn(view);
    expect(await gestures.isIn(view, () => state, 'opaque')).toBe(false);
  });

  test('E12: does not get it for a click in another View', async () => {
    const gestures = new Gestures<object>();
    gestures.noteIn(view);
    gestures.noteIn({});
    expect(await gestures.isIn({}, () => clicked, 'opaque')).toBe(false);
  });
});
