import type { Customization } from '@loggia/protocol';
import { expect, it } from 'vitest';
import { waitingIn } from './waiting.ts';

const entry = (type: string, name: string, trust: object | undefined) =>
  ({
    type,
    id: name,
    uri: `x:/${name}`,
    name,
    state: { kind: 'stopped' },
    ...(trust && { _meta: { 'loggia.trust': trust } }),
  }) as unknown as Customization;

it('SE1, SE7: what was registered and what has changed waits for a decision, once for each source', () => {
  const changed = { source: 'file:///w', decision: 'undecided', changed: true };
  expect(
    waitingIn([
      entry('mcpServer', 'own', undefined),
      entry('mcpServer', 'job', { source: 'x:/job', decision: 'undecided' }),
      entry('mcpServer', 'no', { source: 'x:/no', decision: 'denied' }),
      entry('directory', 'never', { source: 'file:///n', decision: 'undecided' }),
      entry('directory', 'a', changed),
      entry('directory', 'b', changed),
      entry('plugin', 'ok', { source: 'file:///p', decision: 'trusted' }),
    ]),
  ).toEqual([
    { source: 'x:/job', name: 'job', kind: 'registered' },
    { source: 'file:///w', name: 'b', kind: 'changed' },
  ]);
});
