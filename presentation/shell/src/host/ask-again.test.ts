import { Disconnected } from '@loggia/client';
import { describe, expect, test } from 'vitest';
import { askAgain } from './ask-again.ts';

/** Loses its connection a number of times, and then answers which time it was. */
function losing(times: number, error: Error = new Disconnected({})): () => Promise<number> {
  let asked = 0;
  return async () => {
    asked += 1;
    if (asked <= times) throw error;
    return asked;
  };
}

describe('what was lost with a connection', () => {
  test('A4: is asked again where it only reads', async () => {
    expect(await askAgain('x-loggia/getArtifact', losing(0))).toBe(1);
    expect(await askAgain('x-loggia/getArtifact', losing(2))).toBe(3);
  });

  test('A4: is not asked again where it changes something', async () => {
    await expect(askAgain('x-loggia/createArtifact', losing(1))).rejects.toThrow(Disconnected);
  });

  test('L5: is not asked for ever', async () => {
    await expect(askAgain('x-loggia/getArtifact', losing(3))).rejects.toThrow(Disconnected);
  });

  test('A4: anything else that goes wrong is an answer', async () => {
    await expect(askAgain('x-loggia/getArtifact', losing(1, new Error('No.')))).rejects.toThrow('No.');
  });
});
