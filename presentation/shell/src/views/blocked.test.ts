import type { AuditRecord } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { blockedFor } from './blocked.ts';

const record = (parts: Partial<AuditRecord>): AuditRecord =>
  ({ view: 'mine', method: 'csp', decision: 'refused', ...parts }) as AuditRecord;

const evaluated = { target: 'eval', reason: 'script-src blocked eval.' };
const picture = { target: 'https://x.example', reason: 'img-src blocked https://x.example.' };

test('E9: each report about a View is told once, and none about another View', () => {
  const records = [
    record(evaluated),
    record(picture),
    record(picture),
    record({ ...picture, view: 'other', reason: 'Another.' }),
    record({ method: 'tools/call', reason: 'Refused.' }),
  ];
  expect(blockedFor('mine', records)).toEqual([evaluated.reason, picture.reason]);
});
