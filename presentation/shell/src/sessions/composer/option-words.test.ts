import { agentOptionsIn } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { choicesOf, summaryOf } from './option-words.ts';

const mode = {
  type: 'string' as const,
  title: 'Mode',
  enum: ['code', 'plan', 7],
  enumLabels: ['Code\u202e', 'Plan'],
  enumDescriptions: ['', 'Changes nothing'],
  default: 'code',
};
const brave = { type: 'boolean' as const, title: 'Brave' };
const effort = { type: 'string' as const, title: 'Effort', enum: ['low'], enumLabels: ['Low'] };

const options = (values: Record<string, unknown>) =>
  agentOptionsIn({
    schema: {
      properties: { 'agent.mode': mode, plugins: brave, 'agent.brave': brave, 'agent.effort': effort },
    },
    values,
  });

describe('K3: the options of an agent', () => {
  test('are named by what is chosen, or by what a new session has', () => {
    expect(summaryOf(options({}))).toBe('Code�');
    expect(summaryOf(options({ 'agent.mode': 'plan', 'agent.brave': true, 'agent.effort': 'low' }))).toBe(
      'Plan · Brave',
    );
    expect(summaryOf(options({ 'agent.mode': 'gone' }))).toBe('Options');
  });

  test('have choices that a select can have', () => {
    const [first] = options({});
    expect(first && choicesOf(first)).toEqual([
      { value: 'code', label: 'Code�', description: undefined },
      { value: 'plan', label: 'Plan', description: 'Changes nothing' },
    ]);
  });
});
