import { expect, it } from 'vitest';
import { english } from '../phrases/english.ts';
import { formFor } from './form-of-parameters.ts';
import { parametersOf } from './parameters.ts';
import { valuesOf } from './values-of-form.ts';

const parameters = parametersOf({
  properties: {
    title: { type: 'string', title: 'Title', description: 'What it is called', minLength: 2, maxLength: 20 },
    count: { type: 'integer', minimum: 1, maximum: 10, default: 3 },
    size: { type: 'number' },
    city: { type: 'string', enum: ['ny', 'la'], enumNames: ['New York', 'Los Angeles'] },
    days: { type: 'array', items: { enum: ['mon', 'tue', 'wed'] } },
    level: { enum: [1, 2] },
    tags: { type: 'array', items: { type: 'string' } },
    options: { type: 'object' },
    urgent: { type: 'boolean' },
    note: { type: 'string' },
  },
  required: ['title', 'city', 'days', 'level', 'tags', 'options', 'urgent', 'size'],
});

it('K1: a form asks for what is needed, with what is known filled in', () => {
  const known = new Map<string, unknown>([
    ['city', 'la'],
    ['days', ['tue']],
    ['note', 'soon'],
  ]);
  expect(formFor('Please', parameters, known, english)).toEqual({
    message: 'Please',
    fields: [
      {
        id: 'title',
        title: 'Title',
        message: 'What it is called',
        type: 'text',
        required: true,
        min: 2,
        max: 20,
      },
      { id: 'size', title: 'Size', message: 'Size', type: 'number', required: true },
      {
        id: 'city',
        title: 'City',
        message: 'City',
        type: 'choice',
        required: true,
        choices: [
          { id: 'ny', label: 'New York' },
          { id: 'la', label: 'Los Angeles' },
        ],
        default: 'la',
      },
      {
        id: 'days',
        title: 'Days',
        message: 'Days',
        type: 'choices',
        required: true,
        choices: ['mon', 'tue', 'wed'].map((day) => ({ id: day, label: day })),
        default: ['tue'],
      },
      {
        id: 'level',
        title: 'Level',
        message: 'Level',
        type: 'choice',
        required: true,
        choices: ['1', '2'].map((level) => ({ id: level, label: level })),
      },
      {
        id: 'tags',
        title: 'Tags',
        message: 'Tags Several are separated by commas.',
        type: 'text',
        required: true,
      },
      {
        id: 'options',
        title: 'Options',
        message: 'Options Write JSON, such as `{"key": "value"}` or `["a", "b"]`.',
        type: 'text',
        required: true,
      },
      { id: 'urgent', title: 'Urgent', message: 'Urgent', type: 'boolean', required: true },
      { id: 'note', title: 'Note', message: 'Note', type: 'text', required: false, default: 'soon' },
    ],
  });
});

it('K1: what a form is answered with becomes what the schema wants', () => {
  const { values, problems } = valuesOf(parameters, {
    title: 'Dinner',
    count: 4,
    size: '2.5',
    city: 'ny',
    days: ['mon', 'wed'],
    level: '2',
    tags: 'a, b',
    options: '{"x":1}',
    urgent: false,
    note: '',
  });
  expect(problems).toEqual([]);
  expect(Object.fromEntries(values)).toEqual({
    title: 'Dinner',
    count: 4,
    size: 2.5,
    city: 'ny',
    days: ['mon', 'wed'],
    level: 2,
    tags: ['a', 'b'],
    options: { x: 1 },
    urgent: false,
  });
});

it('K1: what does not fit is said in words', () => {
  const { problems } = valuesOf(parameters, {
    title: 'x',
    count: 40,
    size: 'big',
    city: 'Boston',
    days: ['sun'],
    tags: 'a',
    options: '{',
    urgent: 'perhaps',
  });
  expect(problems.map((problem) => problem(english))).toEqual([
    '**title** is at least 2 characters.',
    '**count** is at most 10.',
    '**size** is a number.',
    '**city** is one of New York, Los Angeles.',
    '**days** is any of mon, tue, wed.',
    '**level** is missing.',
    '**options** must be JSON, such as `{"key": "value"}` or `["a"]`.',
    '**urgent** is yes or no.',
  ]);
});

it('K1: a client may send back the label of a choice', () => {
  const city = parameters.filter(({ name }) => name === 'city');
  expect(Object.fromEntries(valuesOf(city, { city: 'New York' }).values)).toEqual({ city: 'ny' });
});
