import fs from 'node:fs';
import path from 'node:path';
import { config, globalConfig } from 'zod/v4/core';
import { expect, onTestFinished, test } from 'vitest';

test('E11: a page that imports it has schemas that never test for eval', async () => {
  const { jitless } = globalConfig;
  onTestFinished(() => void config({ jitless }));
  await import('./jitless.ts');
  expect(globalConfig.jitless).toBe(true);
});

test('E11: each View of ours imports it first, before any schema is made', () => {
  const handlers = path.join(import.meta.dirname, '../../handlers');
  const pages = fs
    .readdirSync(handlers)
    .map((name) => path.join(handlers, name, 'view/main.ts'))
    .filter((file) => fs.existsSync(file));
  expect(pages.length).toBeGreaterThan(3);
  for (const file of pages)
    expect([file, fs.readFileSync(file, 'utf8').split('\n', 1)[0]]).toEqual([
      file,
      "import '@loggia/kit/view/jitless';",
    ]);
});
