import { reportOf } from '@loggia/testing';
import { expect, test } from 'vitest';
import { resultShown } from './outcome.ts';

test('B7: the user is told how little of a long result the agent was given', () => {
  const report = reportOf('x'.repeat(1_000));
  expect(resultShown(report, 250)).toBe(report.result);
  expect(resultShown(report, 100)).toEqual({
    ...report.result,
    pastTenseMessage: 'Done. The agent was given the first 400 of 1,000 characters.',
  });
  const cutBefore = { ...reportOf('x'.repeat(1_000)), textLength: 50_000 };
  expect(resultShown(cutBefore, 250).pastTenseMessage).toContain('the first 1,000 of 50,000 characters');
  const marked = { ...report, result: { ...report.result, pastTenseMessage: { markdown: '**Done**' } } };
  expect(resultShown(marked, 100).pastTenseMessage).toEqual({
    markdown: '**Done**\n\nThe agent was given the first 400 of 1,000 characters.',
  });
});
