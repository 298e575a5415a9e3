import type { ChatInputQuestion, ChatInputRequest } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { draftAnswer, entriesOf, fill, hintOf, pageAddress, read, type Entry } from './form-model.ts';

const entry = (change: Partial<Entry>): Entry => ({ text: '', chosen: [], own: '', ...change });
const options = [
  { id: 'r', label: 'Red' },
  { id: 'g', label: 'Green', recommended: true },
];
const about = { id: 'q', message: 'Well?' };
const text = (change: object = {}): ChatInputQuestion => ({ kind: 'text', ...about, ...change });
const many = (change: object = {}): ChatInputQuestion => ({
  kind: 'multi-select',
  ...about,
  options,
  ...change,
});
const one = (change: object = {}): ChatInputQuestion => ({
  kind: 'single-select',
  ...about,
  options,
  ...change,
});
const number = (kind: 'number' | 'integer', change: object = {}): ChatInputQuestion => ({
  kind,
  ...about,
  ...change,
});
const problemOf = (question: ChatInputQuestion, given: Partial<Entry>) => {
  const found = read(question, entry(given));
  return found.kind === 'problem' ? found.problem : found.kind;
};

describe('the fields of an input request', () => {
  it('J3: texts keep their bounds and formats', () => {
    expect(read(text(), entry({ text: ' hi ' }))).toEqual({
      kind: 'value',
      value: { kind: 'text', value: ' hi ' },
    });
    expect(problemOf(text({ min: 3 }), { text: 'ab' })).toContain('at least 3');
    expect(problemOf(text({ max: 3 }), { text: 'abcd' })).toContain('at most 3');
    expect(problemOf(text({ format: 'email' }), { text: 'nobody' })).toContain('email');
    expect(problemOf(text({ format: 'uri' }), { text: 'no address' })).toContain('https://');
    expect(problemOf(text({ format: 'constructor' }), { text: 'x' })).toBe('value');
    expect(problemOf(text(), {})).toBe('nothing');
  });

  it('J3: numbers are numbers, whole where they must be, and within their bounds', () => {
    expect(read(number('number'), entry({ text: '1.5' }))).toEqual({
      kind: 'value',
      value: { kind: 'number', value: 1.5 },
    });
    expect(problemOf(number('integer'), { text: '1.5' })).toContain('whole');
    expect(problemOf(number('number'), { text: 'many' })).toContain('number');
    expect(problemOf(number('number', { min: 2 }), { text: '1' })).toContain('2 or more');
    expect(problemOf(number('number', { max: 2 }), { text: '3' })).toContain('up to 2');
    expect(problemOf(number('number'), { text: ' ' })).toBe('nothing');
  });

  it('J3: yes, no, and not answered are three things', () => {
    const question: ChatInputQuestion = { kind: 'boolean', ...about };
    expect(read(question, entry({ chosen: ['true'] }))).toMatchObject({ value: { value: true } });
    expect(read(question, entry({ chosen: ['false'] }))).toMatchObject({ value: { value: false } });
    expect(problemOf(question, {})).toBe('nothing');
  });

  it('J3: own words count only where they are asked for', () => {
    expect(read(one({ allowFreeformInput: true }), entry({ chosen: ['r'], own: 'blue' }))).toMatchObject({
      value: { kind: 'selected', value: 'blue' },
    });
    expect(read(one(), entry({ chosen: ['r'], own: 'blue' }))).toMatchObject({ value: { value: 'r' } });
    expect(read(many({ allowFreeformInput: true }), entry({ chosen: ['r'], own: 'blue, , pink' }))).toEqual({
      kind: 'value',
      value: { kind: 'selected-many', value: ['r'], freeformValues: ['blue', 'pink'] },
    });
    expect(problemOf(many({ min: 2 }), { chosen: ['r'] })).toContain('at least 2');
    expect(problemOf(many({ max: 1 }), { chosen: ['r', 'g'] })).toContain('at most 1');
  });

  it('J3: questions of a later version take text', () => {
    const later = { kind: 'color', ...about } as unknown as ChatInputQuestion;
    expect(read(later, entry({ text: 'teal' }))).toMatchObject({ value: { kind: 'text', value: 'teal' } });
  });
});

describe('a form', () => {
  it('J3: begins with drafts, then defaults, then what is recommended', () => {
    const request: ChatInputRequest = {
      id: 'f',
      questions: [
        text({ id: 'a', defaultValue: 'x' }),
        text({ id: 'b', defaultValue: 'x' }),
        one({ id: 'c' }),
        { kind: 'boolean', id: 'd', message: '?', defaultValue: false },
        many({ id: 'e' }),
      ],
      answers: {
        a: { state: 'draft', value: { kind: 'text', value: 'mine' } },
        e: { state: 'draft', value: { kind: 'selected-many', value: ['r', 'odd'], freeformValues: ['own'] } },
      },
    };
    expect([...entriesOf(request)]).toEqual([
      ['a', entry({ text: 'mine' })],
      ['b', entry({ text: 'x' })],
      ['c', entry({ chosen: ['g'] })],
      ['d', entry({ chosen: ['false'] })],
      ['e', entry({ chosen: ['r'], own: 'odd, own' })],
    ]);
  });

  it('J3: is sent when it is complete, and names what is missing', () => {
    const request = { id: 'f', questions: [text({ id: 'a', required: true }), text({ id: 'b' })] };
    expect(fill(request, new Map())).toEqual({
      kind: 'incomplete',
      problems: new Map([['a', 'Required.']]),
    });
    expect(fill(request, new Map([['a', entry({ text: 'yes' })]]))).toEqual({
      kind: 'ready',
      answers: {
        a: { state: 'submitted', value: { kind: 'text', value: 'yes' } },
        b: { state: 'skipped' },
      },
    });
    expect(fill({ id: 'f' }, new Map())).toEqual({ kind: 'ready', answers: {} });
  });

  it('J3: a question with a wicked name changes nothing but its own answer', () => {
    const request: ChatInputRequest = { id: 'f', questions: [text({ id: '__proto__' })] };
    expect(entriesOf({ ...request, answers: {} }).get('__proto__')).toEqual(entry({}));
    const filled = fill(request, new Map([['__proto__', entry({ text: 'x' })]]));
    expect(filled.kind === 'ready' && Object.keys(filled.answers)).toEqual(['__proto__']);
  });

  it('J3: what is half written is not kept for others', () => {
    expect(draftAnswer(text({ min: 5 }), entry({ text: 'abc' }))).toBeUndefined();
    expect(draftAnswer(text(), entry({ text: 'abc' }))).toEqual({
      state: 'draft',
      value: { kind: 'text', value: 'abc' },
    });
  });

  it('J3: says what may be written', () => {
    expect(hintOf(number('integer', { min: 1, max: 5 }))).toBe('A whole number from 1 to 5');
    expect(hintOf(text({ min: 1, max: 5 }))).toBeUndefined();
    expect(hintOf(many({ min: 1 }))).toBe('Choose at least 1');
    expect(hintOf(text())).toBeUndefined();
  });

  it('J3: only pages of the web are opened', () => {
    expect(pageAddress('https://example.com/a')?.host).toBe('example.com');
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'nowhere', undefined])
      expect(pageAddress(url)).toBeUndefined();
  });
});
