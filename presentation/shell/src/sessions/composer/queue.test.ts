import type { PendingMessage } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { gist, moved } from './queue.ts';

const entry = (id: string): PendingMessage => ({ id, message: { text: id, origin: { kind: 'user' } } });
const queue = [entry('a'), entry('b'), entry('c')];

describe('the queue', () => {
  it('J3: a message goes one step up or down', () => {
    expect(moved(queue, 'b', 'up')).toEqual(['b', 'a', 'c']);
    expect(moved(queue, 'b', 'down')).toEqual(['a', 'c', 'b']);
  });

  it('J3: the ends, and messages that are gone, stay where they are', () => {
    expect(moved(queue, 'a', 'up')).toEqual(['a', 'b', 'c']);
    expect(moved(queue, 'c', 'down')).toEqual(['a', 'b', 'c']);
    expect(moved(queue, 'gone', 'up')).toEqual(['a', 'b', 'c']);
  });

  it('J3: the gist is one line that fits', () => {
    expect(gist('  first\nsecond')).toBe('first');
    expect(gist('abcdef', 4)).toBe('abc…');
    expect(gist('abcd', 4)).toBe('abcd');
  });
});
