import type { ModelProviderReport } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { modelWords, sourceWords } from './provider-words.ts';

const report: ModelProviderReport = {
  provider: 'lab',
  name: 'Lab',
  source: { kind: 'connected' },
  kind: 'openai',
  baseURL: 'https://api.openai.com/v1',
  hasKey: true,
  headers: ['X-Team'],
  models: [{ id: 'a', name: 'A' }, { id: 'b' }],
  defaultModel: 'a',
  isDefault: false,
};

test('J9: every provider says where it comes from, and a key only that it is stored', () => {
  expect(sourceWords(report)).toBe('Connected here · api.openai.com · key stored · headers X-Team');
  expect(
    sourceWords({ ...report, source: { kind: 'environment', name: 'OPENAI_API_KEY' }, headers: [] }),
  ).toContain('From the host’s environment variable OPENAI_API_KEY');
  expect(sourceWords({ ...report, source: { kind: 'file', name: '/etc/host.json' } })).toContain(
    'From /etc/host.json',
  );
});

test('J9: the default model is named, and how many more there are', () => {
  expect(modelWords(report)).toBe('A and 1 more');
  expect(modelWords({ ...report, models: [{ id: 'b' }], defaultModel: 'b' })).toBe('b');
  expect(modelWords({ ...report, models: [] })).toContain('No model known yet');
});
