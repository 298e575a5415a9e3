import { describe, expect, it } from 'vitest';
import { placeIn, rememberPlace } from './scroll-memory.ts';

function storage(initial?: string) {
  let text: string | null = initial ?? null;
  return { getItem: () => text, setItem: (_: string, next: string) => void (text = next), size: () => text };
}

const here = { at: 'row', turn: 't', key: 't/1', into: 12 } as const;

describe('the place in a chat', () => {
  it('J3: is found again', () => {
    const store = storage();
    rememberPlace(store, 'chat:1', here);
    rememberPlace(store, 'chat:2', { at: 'end' });
    expect(placeIn(store, 'chat:1')).toEqual(here);
    expect(placeIn(store, 'chat:2')).toEqual({ at: 'end' });
    expect(placeIn(store, 'chat:3')).toEqual({ at: 'end' });
  });

  it('J3: nonsense in the storage is the end of the chat', () => {
    for (const text of ['{', '[]', 'null', '{"c":{"at":"row"}}', '{"c":5}'])
      expect(placeIn(storage(text), 'c')).toEqual({ at: 'end' });
    expect(placeIn(storage('{}'), '__proto__')).toEqual({ at: 'end' });
  });

  it('J3: only the chats that were read last are remembered', () => {
    const store = storage();
    for (let index = 0; index < 60; index++) rememberPlace(store, `chat:${index}`, here);
    expect(placeIn(store, 'chat:59')).toEqual(here);
    expect(placeIn(store, 'chat:10')).toEqual(here);
    expect(placeIn(store, 'chat:9')).toEqual({ at: 'end' });
  });
});
