import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameTools, type NamelessTool } from './tool-names.ts';

const none = new Set<string>();
const tool = (server: string, name: string, serverName = server): NamelessTool => ({
  server,
  serverName,
  name,
});

describe('names of tools', () => {
  it('D7: a tool keeps its name unless somebody else wants it', () => {
    expect(nameTools([tool('a', 'x'), tool('b', 'y')], none)).toEqual(['x', 'y']);
    expect(nameTools([tool('a', 'x'), tool('b', 'x'), tool('b', 'y')], none)).toEqual(['a__x', 'b__x', 'y']);
    expect(nameTools([tool('a', 'x')], new Set(['x']))).toEqual(['a__x']);
  });

  it('D7: servers of the same name are told apart', () => {
    const names = nameTools([tool('1', 'x', 'same'), tool('2', 'x', 'same')], none);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^same__x_[0-9a-f]{8}$/);
  });

  it('D7: what models cannot read is put into letters that they can', () => {
    const [long = '', odd] = nameTools([tool('a', 'n'.repeat(100)), tool('a', 'file.read/é')], none);
    expect(long).toMatch(/^n+_[0-9a-f]{8}$/);
    expect(long).toHaveLength(64);
    expect(odd).toBe('file_read__');
  });

  it('D7: names are unique, legal, free, and the same whatever the order', () => {
    const names = fc.constantFrom('x', 'x_', 'x.', 'a__x', 'y', '', 'n'.repeat(70), `${'n'.repeat(70)}m`);
    const servers = fc.constantFrom('a', 'a_', 'b', 'a__x');
    const tools = fc.uniqueArray(
      fc.record({ server: fc.constantFrom('1', '2', '3'), serverName: servers, name: names }),
      { selector: ({ server, name }) => JSON.stringify([server, name]), maxLength: 20 },
    );
    const takens = fc.subarray(['x', 'a__x', 'y', 'b__x', 'tool']);
    fc.assert(
      fc.property(tools, takens, fc.nat(), (all, taken, seed) => {
        const named = nameTools(all, new Set(taken));
        expect(new Set([...named, ...taken]).size).toBe(named.length + taken.length);
        for (const name of named) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        const order = all.map((_, index) => (index + seed) % all.length).toReversed();
        const again = nameTools(
          order.map((index) => all[index]!),
          new Set(taken),
        );
        expect(again).toEqual(order.map((index) => named[index]));
      }),
      { numRuns: 500 },
    );
  });
});
