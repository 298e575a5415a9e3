import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineExtensions } from './define-commands.ts';
import { explain, explainParameters } from './explain.ts';
import { artifactExtensions } from './extensions/artifacts.ts';
import { openObject } from './schema.ts';

const channel = 'ahp-root://';

function refusal(schema: z.ZodType, input: object): string {
  const { error } = schema.safeParse({ channel, ...input });
  return error ? explainParameters(error) : 'accepted';
}

const { 'x-loggia/createArtifact': create, 'x-loggia/purgeArtifacts': purge } = artifactExtensions;
const { 'x-loggia/nothing': nothing } = defineExtensions({
  'x-loggia/nothing': { says: 'Does nothing.', params: {}, result: openObject({}) },
});

test('L5: an unknown parameter is refused, with the name that was probably meant', () => {
  const given = { workspace: 'w' };
  expect(refusal(create.params, { ...given, _meta: { any: 1 } })).toBe('accepted');
  expect(refusal(create.params, { ...given, titel: 'x' })).toBe(
    'Unknown parameter "titel". Did you mean "title"?',
  );
  expect(refusal(create.params, { ...given, text: 'x' })).toBe(
    'Unknown parameter "text". Did you mean "text" in "content"?',
  );
  expect(refusal(purge.params, { artifacts: ['a'], forever: true, really: true })).toBe(
    'Unknown parameters "forever", "really". Use "artifacts".',
  );
  expect(refusal(nothing.params, { any: 1 })).toBe('Unknown parameter "any". Leave it out: none are needed.');
});

test('L5: so is one inside another, and that one is named', () => {
  expect(refusal(create.params, { workspace: 'w', content: { text: 'x', texts: 'y' } })).toBe(
    'In "content": Unknown parameter "texts". Did you mean "text"?',
  );
});

test('L5: a wrong or missing parameter is named, in one sentence that ends once', () => {
  expect(refusal(create.params, {})).toBe('Missing parameter "workspace": expected string.');
  expect(refusal(create.params, { workspace: 'w', content: 'x' })).toBe(
    'Invalid parameter "content": expected object, received string.',
  );
  expect(refusal(create.params, { workspace: '..' })).toBe(
    'Invalid parameter "workspace": must be an id of letters, digits, "-" and "_".',
  );
  expect(refusal(create.params, { workspace: '..', title: 1 })).toMatch(/"_" \(and 1 more\)\.$/);
  expect(refusal(z.string(), {})).toBe('The parameters are invalid: expected string, received object.');
  const { error } = z.object({ a: z.string().min(2, 'Write more.') }).safeParse({ a: '' });
  expect(error && explain(error, 'thing')).toBe('Invalid thing at "a": Write more.');
});
