import { describe, expect, it } from 'vitest';
import { globalEnvironment } from './environment.ts';

describe('the environment of the platform', () => {
  it('makes ids that are UUIDs of version 4', () => {
    const ids = Array.from({ length: 100 }, () => globalEnvironment.newId());
    for (const id of ids)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(ids).size).toBe(100);
  });

  it('runs timers later, and not when they are cancelled', async () => {
    const log: string[] = [];
    globalEnvironment.after(0, () => log.push('a'));
    globalEnvironment.after(0, () => log.push('b'))();
    expect(log).toEqual([]);
    await new Promise<void>((resolve) => globalEnvironment.after(5, resolve));
    expect(log).toEqual(['a']);
  });
});
