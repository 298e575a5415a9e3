import { expect, test } from 'vitest';
import { CleanUp } from './clean-up.ts';

test('L5: what was opened last is closed first, once, whatever happens to the others', async () => {
  const done: string[] = [];
  const cleanUp = new CleanUp();
  cleanUp.add(() => void done.push('lock'));
  cleanUp.add(async () => {
    await Promise.resolve();
    throw new Error('host');
  });
  cleanUp.add(async () => {
    await Promise.resolve();
    done.push('endpoint');
  });
  expect(await cleanUp.run()).toEqual([new Error('host')]);
  expect(done).toEqual(['endpoint', 'lock']);
  expect(await cleanUp.run()).toEqual([]);
  expect(done).toEqual(['endpoint', 'lock']);
});
