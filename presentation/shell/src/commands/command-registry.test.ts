import { describe, expect, test } from 'vitest';
import { chordsOf, CommandRegistry, type ShellCommand } from './command-registry.ts';

function command(id: string, title = id): ShellCommand {
  return { id, title, group: 'Test', run: () => undefined };
}

describe('the registry of commands', () => {
  test('J5: commands are there while their component is', () => {
    const registry = new CommandRegistry();
    const remove = registry.add([command('a'), command('b')]);
    registry.add([command('c')]);
    expect(registry.getSnapshot().map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    remove();
    expect(registry.getSnapshot().map(({ id }) => id)).toEqual(['c']);
  });

  test('J5: of two with one id the newest counts, and the older one is back when it goes', () => {
    const registry = new CommandRegistry();
    registry.add([command('a', 'Old'), command('b')]);
    const remove = registry.add([command('a', 'New')]);
    expect(registry.getSnapshot().map(({ title }) => title)).toEqual(['b', 'New']);
    remove();
    expect(registry.getSnapshot().map(({ title }) => title)).toEqual(['Old', 'b']);
  });

  test('whoever listens is told once of each change, and gets the same snapshot between two', () => {
    const registry = new CommandRegistry();
    let told = 0;
    const stop = registry.subscribe(() => (told += 1));
    const remove = registry.add([command('a')]);
    expect(registry.getSnapshot()).toBe(registry.getSnapshot());
    remove();
    remove();
    expect(told).toBe(2);
    stop();
    registry.add([command('b')]);
    expect(told).toBe(2);
  });

  test('a command has no chord, one, or several', () => {
    expect(chordsOf({})).toEqual([]);
    expect(chordsOf({ keys: 'Mod+K' })).toEqual(['Mod+K']);
    expect(chordsOf({ keys: ['Mod+K', '/'] })).toEqual(['Mod+K', '/']);
  });
});
