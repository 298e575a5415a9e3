import { expect, test } from 'vitest';
import { isComplete, nothingTyped, pluginTyped } from './typed-plugin.ts';

const upload = async () => ({ hash: 'f'.repeat(64) });
const file = new File(['PK'], 'weather.zip');

test('J9: what was typed becomes what the host takes, without what was left empty', async () => {
  const typed = { ...nothingTyped, path: ' /srv/weather ', address: ' https://a.test/x.git ', file };
  expect(await pluginTyped(typed, upload)).toEqual({ kind: 'folder', path: '/srv/weather' });
  expect(await pluginTyped({ ...typed, way: 'git' }, upload)).toEqual({
    kind: 'git',
    address: 'https://a.test/x.git',
  });
  expect(await pluginTyped({ ...typed, way: 'git', ref: 'main', inside: 'plugins/a ' }, upload)).toEqual({
    kind: 'git',
    address: 'https://a.test/x.git',
    ref: 'main',
    inside: 'plugins/a',
  });
  expect(await pluginTyped({ ...typed, way: 'zip' }, upload)).toEqual({
    kind: 'zip',
    content: 'f'.repeat(64),
    name: 'weather.zip',
  });
});

test('J9: nothing is looked at before it is named', async () => {
  expect([
    isComplete({ ...nothingTyped, path: ' ' }),
    isComplete({ ...nothingTyped, way: 'zip' }),
    isComplete({ ...nothingTyped, way: 'zip', file }),
    isComplete({ ...nothingTyped, way: 'git', address: 'x' }),
  ]).toEqual([false, false, true, true]);
  await expect(pluginTyped({ ...nothingTyped, way: 'zip' }, upload)).rejects.toThrow(
    'Choose a .zip file first.',
  );
});
