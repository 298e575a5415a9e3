import type { Sessions } from '@loggia/sessions';
import { expect, test } from 'vitest';
import type { Caller } from './table.ts';
import { sessionCommands } from './sessions.ts';

test('A7: what was allowed for good is listed, and can be taken back', async () => {
  const kept = [
    { id: 'a', server: 's', serverName: 'Files', tool: 'write', since: '2026-01-01T00:00:00.000Z' },
  ];
  const allowances: Sessions['allowances'] = {
    list: async () => [...kept],
    forgetServer: async () => undefined,
    revoke: async (id) => kept.splice(kept.findIndex((each) => each.id === id) >>> 0, 1).length === 1,
  };
  // In the host's own table, where nothing else may take their place.
  const table = sessionCommands({ allowances } as Sessions);
  const run = (name: string, params: object) => table[`x-loggia/${name}`]?.run(params, {} as Caller);
  expect(await run('listAllowances', {})).toEqual({ allowances: kept });
  expect(await run('revokeAllowance', { id: 'nobody' })).toEqual({ revoked: false });
  expect(await run('revokeAllowance', { id: 'a' })).toEqual({ revoked: true });
  expect(await run('listAllowances', {})).toEqual({ allowances: [] });
  expect([table['x-loggia/listAllowances']?.grant, table['x-loggia/revokeAllowance']?.grant]).toEqual([
    'read',
    'admin',
  ]);
  expect(table['x-loggia/revokeAllowance']?.tool).toBeFalsy();
});
