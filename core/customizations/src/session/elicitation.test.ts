import type { ChatInputAnswers } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { answerOf, requestOf } from './elicitation.ts';

const form = {
  message: 'Who are you?',
  requestedSchema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: 'Name', minLength: 1, maxLength: 20, format: 'email', default: 'me' },
      age: { type: 'integer', description: 'In years', minimum: 0, maximum: 150 },
      weight: { type: 'number', default: 1.5 },
      human: { type: 'boolean', default: true },
      color: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'], default: 'g' },
      size: {
        type: 'string',
        oneOf: [
          { const: 's', title: 'Small' },
          { const: 'l', title: 'Large' },
        ],
      },
      tags: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['x', 'y'] } },
    },
  },
};

const given = (value: unknown) => ({ state: 'submitted', value }) as ChatInputAnswers[string];

describe('what a server asks the user', () => {
  it('B8: becomes questions of the kinds that the schema names', () => {
    expect(requestOf(form, 'srv')).toEqual({
      message: 'srv: Who are you?',
      questions: [
        {
          kind: 'text',
          id: 'name',
          title: 'Name',
          message: 'Name',
          required: true,
          min: 1,
          max: 20,
          format: 'email',
          defaultValue: 'me',
        },
        { kind: 'integer', id: 'age', message: 'In years', min: 0, max: 150 },
        { kind: 'number', id: 'weight', message: 'weight', defaultValue: 1.5 },
        { kind: 'boolean', id: 'human', message: 'human', defaultValue: true },
        {
          kind: 'single-select',
          id: 'color',
          message: 'color',
          options: [
            { id: 'r', label: 'Red' },
            { id: 'g', label: 'Green', recommended: true },
          ],
        },
        {
          kind: 'single-select',
          id: 'size',
          message: 'size',
          options: [
            { id: 's', label: 'Small' },
            { id: 'l', label: 'Large' },
          ],
        },
        {
          kind: 'multi-select',
          id: 'tags',
          message: 'tags',
          min: 1,
          max: 2,
          options: [
            { id: 'x', label: 'x' },
            { id: 'y', label: 'y' },
          ],
        },
      ],
    });
    expect(requestOf({ message: 'Sign here', url: 'https://sign.test' }, 'srv')).toEqual({
      message: 'srv: Sign here',
      url: 'https://sign.test',
    });
  });

  it('B8: is answered in the types that the schema names', () => {
    const answers = {
      name: given({ kind: 'text', value: 'Ada' }),
      age: given({ kind: 'text', value: '36' }),
      weight: given({ kind: 'number', value: 50.5 }),
      human: given({ kind: 'boolean', value: false }),
      color: given({ kind: 'selected', value: 'r' }),
      size: { state: 'skipped' as const },
      tags: given({ kind: 'selected-many', value: ['x'], freeformValues: ['z'] }),
      unasked: given({ kind: 'text', value: 'no' }),
    };
    expect(answerOf(form, { response: 'accept', answers })).toEqual({
      action: 'accept',
      content: { name: 'Ada', age: 36, weight: 50.5, human: false, color: 'r', tags: ['x', 'z'] },
    });
    expect(answerOf(form, { response: 'decline', answers })).toEqual({ action: 'decline' });
    const wrong = {
      age: given({ kind: 'text', value: 'old' }),
      human: given({ kind: 'text', value: 'maybe' }),
    };
    expect(answerOf(form, { response: 'accept', answers: wrong })).toEqual({ action: 'accept', content: {} });
  });

  it('L5: a hostile schema makes neither a crash nor a flood', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [
        `p${index}`,
        { type: 'string', title: 'x'.repeat(100_000) },
      ]),
    );
    const { questions = [] } = requestOf({ message: 'm', requestedSchema: { properties } }, 's');
    expect(questions).toHaveLength(100);
    expect(JSON.stringify(questions).length).toBeLessThan(3_000_000);
    for (const odd of [undefined, {}, { properties: 7 }, { properties: { a: null, b: { enum: [{}, 1] } } }]) {
      expect(() => requestOf({ message: 'm', ...(odd && { requestedSchema: odd }) }, 's')).not.toThrow();
    }
  });
});
