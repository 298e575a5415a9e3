import { describe, expect, it } from 'vitest';
import { menuAtFirst, menuFor, menuStep } from './slash-menu.ts';
import type { Invocable } from './slash.ts';

const invocable = (name: string): Invocable => ({ id: name, name, description: undefined, source: 'Pack' });
const all = ['plan', 'play', 'ask'].map(invocable);
const at = (text: string, change: object = {}) =>
  menuFor({ ...menuAtFirst, caret: text.length, ...change }, text, all);
const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

describe('the menu of skills and prompts', () => {
  it('J3: opens for the word after a slash at the beginning, and only if something fits', () => {
    expect(at('/pl')).toEqual({ entries: [all[0], all[1]], at: 0 });
    expect(at('/nothing')).toBeUndefined();
    expect(at('hello')).toBeUndefined();
    expect(menuFor(menuAtFirst, '/pl', all)).toBeUndefined();
  });

  it('J3: a caret of a text that was longer counts as at its end', () => {
    expect(at('/pl', { caret: 99 })?.entries).toHaveLength(2);
  });

  it('J3: what was chosen stays within what fits', () => {
    expect(at('/pl', { chosen: 2 })?.at).toBe(1);
  });

  it('J3: closed, it opens again for another text', () => {
    expect(at('/pl', { dismissed: '/pl' })).toBeUndefined();
    expect(at('/pla', { dismissed: '/pl' })).toBeDefined();
  });

  it('J3: arrows go round, Enter and Tab take, Escape closes, all else is for the text', () => {
    const menu = { entries: all, at: 2 };
    expect(menuStep(menu, key('ArrowDown'))).toEqual({ choose: 0 });
    expect(menuStep({ ...menu, at: 0 }, key('ArrowUp'))).toEqual({ choose: 2 });
    expect(menuStep(menu, key('Enter'))).toEqual({ take: all[2] });
    expect(menuStep(menu, key('Tab'))).toEqual({ take: all[2] });
    expect(menuStep(menu, key('Escape'))).toBe('dismiss');
    expect(menuStep(menu, key('Enter', true))).toBeUndefined();
    expect(menuStep(menu, key('a'))).toBeUndefined();
  });
});
