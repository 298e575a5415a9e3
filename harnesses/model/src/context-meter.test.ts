import type { LanguageModelUsage, UserModelMessage } from 'ai';
import { assert, double, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { ContextMeter } from './context-meter.ts';
import { estimatedTokens, type Measurable } from './context-size.ts';
import { TokenScale } from './token-scale.ts';

const asked: UserModelMessage = { role: 'user', content: [{ type: 'text', text: 'Write a report.' }] };

function sent(...words: readonly number[]): Measurable {
  const text = 'Some instructions. '.repeat(30);
  return {
    system: text,
    sections: [{ kind: 'instructions', label: 'Instructions', text }],
    tools: {},
    stepTools: { originOf: (label) => ({ kind: 'tools', label }) },
    asked,
    messages: [
      asked,
      ...words.map((count) => ({ role: 'assistant' as const, content: 'word '.repeat(count) })),
    ],
  };
}

const usage = (inputTokens: number | undefined, outputTokens?: number) =>
  ({ inputTokens, outputTokens }) as LanguageModelUsage;

it('K3: the parts add up to what the provider counted, whatever it counts', () => {
  assert(
    property(integer({ min: 0, max: 1_000_000 }), integer({ min: 0, max: 10_000 }), (counted, answered) => {
      const meter = new ContextMeter({ model: { id: 'm' }, scale: new TokenScale() });
      const event = meter.measured(sent(10, 200), usage(counted, answered));
      if (event.kind !== 'context') throw new Error('Another event was expected.');
      expect(event.used).toBe(counted + answered);
      expect((event.parts ?? []).reduce((sum, { tokens }) => sum + tokens, 0)).toBe(counted + answered);
    }),
  );
});

it('K3: after one step, the next is predicted within a twentieth, however the provider counts', () => {
  assert(
    property(double({ min: 0.6, max: 2.5, noNaN: true }), integer({ min: 1, max: 5_000 }), (ratio, more) => {
      const scale = new TokenScale();
      const meter = new ContextMeter({ model: { id: 'm' }, scale });
      const count = (request: Measurable) => Math.round(estimatedTokens(request) * ratio) + 40;
      meter.measured(sent(3_000), usage(count(sent(3_000))));
      const next = sent(3_000, more);
      expect(Math.abs(meter.predicted(next) / count(next) - 1)).toBeLessThan(0.05);
      // The next turn begins with what this one has taught.
      const later = new ContextMeter({ model: { id: 'm' }, scale });
      meter.measured(next, usage(count(next)));
      expect(Math.abs(later.predicted(next) / count(next) - 1)).toBeLessThan(0.05);
    }),
  );
});

it('K3: a provider that does not count leaves the estimate', () => {
  const meter = new ContextMeter({ model: { id: 'm', maxContextWindow: 100 }, scale: new TokenScale() });
  const event = meter.measured(sent(10), usage(undefined));
  expect(event).toMatchObject({ kind: 'context', used: estimatedTokens(sent(10)), window: 100 });
});
