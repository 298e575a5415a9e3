import { expect, test } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

const schema = JSON.stringify({
  type: 'object',
  properties: {
    projectId: { type: 'string', description: 'The id of the project in which the issue is filed.' },
    title: { type: 'string', maxLength: 200 },
    labels: { type: 'array', items: { type: 'string' } },
    priority: { type: 'string', enum: ['low', 'medium', 'high'] },
    assignee: {
      anyOf: [{ type: 'string' }, { type: 'null' }],
      description: 'Login name, or null for nobody.',
    },
  },
  required: ['projectId', 'title'],
  additionalProperties: false,
});
const rows = JSON.stringify(
  Array.from({ length: 40 }, (_, at) => ({
    id: `a7f3c${at * 7919}`,
    created_at: `2026-0${1 + (at % 9)}-1${at % 10}T08:${10 + at}:33.120Z`,
    amount: at * 13.37,
    status: at % 2 ? 'open' : 'closed',
    user: { login: 'mkowalska', url: 'https://example.com/users/mkowalska?tab=repos' },
  })),
);
const log = Array.from(
  { length: 50 },
  (_, at) =>
    `2026-11-18T05:${10 + at}:02.113Z INFO  [worker-${at}] GET /api/v1/users/${at * 37} 200 in ${at * 3}ms`,
).join('\n');
const english =
  'The View keeps running until teardown finishes. If a server requires a sign-in in the middle of a call, the call ' +
  'waits; the agent is told nothing about it. Results that are too long are cut, and the text says where.';
const code =
  'export function boundedParts(parts: readonly Part[]): readonly Part[] {\n  const usable = parts.flatMap((part) => ' +
  '(isCount(part.tokens) ? [shortened(part)] : []));\n  if (usable.length <= mostParts) return usable;\n}\n';
const german =
  'Die Bundesregierung hat am Mittwoch einen Gesetzentwurf zur Beschleunigung von Genehmigungsverfahren beschlossen. ' +
  'Künftig sollen Anträge vollständig digital eingereicht und innerhalb von drei Monaten bearbeitet werden können.';
const russian =
  'Правительство представило в среду законопроект об ускорении процедур выдачи разрешений. В будущем заявки должны ' +
  'подаваться полностью в цифровом виде.';
const japanese =
  '政府は水曜日、許可手続きを迅速化する法案を閣議決定した。今後、申請は完全にデジタルで提出され、三か月以内に処理される予定である。';

/** The counts are those of OpenAI's o200k tokenizer. */
test.each([
  ['English', english, 48],
  ['TypeScript', code, 52],
  ['a JSON schema', schema, 109],
  ['JSON records', rows, 2639],
  ['lines of a log', log, 1871],
  ['German', german, 42],
  ['Russian', russian, 31],
  ['Japanese', japanese, 52],
])('K3: the estimate for %s is within a fifth of what a tokenizer counts', (_, text, counted) => {
  expect(estimateTokens(text) / counted).toBeGreaterThan(0.8);
  expect(estimateTokens(text) / counted).toBeLessThan(1.2);
});

test('K3: estimating takes time in proportion to the text, whatever is in it', () => {
  for (const piece of [' ', 'a', '\u0301', '🎉', '-', '9']) {
    const tokens = estimateTokens(piece.repeat(1_000_000));
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(2_000_000);
  }
  expect(estimateTokens('')).toBe(0);
});
