import { expect, test } from 'vitest';
import { valuesFor } from './config-values.ts';

test('A2: the values of a setting are offered before there is a session', () => {
  const isolation = {
    type: 'string',
    title: 'Processes',
    enum: ['shared', 'session'],
    enumLabels: ['Shared'],
  };
  const config = { schema: { type: 'object' as const, properties: { isolation } }, values: {} };
  const values = (property: string, query?: string) =>
    valuesFor(config, { property, ...(query !== undefined && { query }) });
  expect(values('isolation')).toEqual({
    items: [
      { value: 'shared', label: 'Shared' },
      { value: 'session', label: 'session' },
    ],
  });
  expect(values('isolation', 'SHA')).toEqual({ items: [{ value: 'shared', label: 'Shared' }] });
  expect(() => values('constructor')).toThrow('no setting "constructor"');
});
