import { expect, test } from 'vitest';
import { artifactViewId, toolCallViewId } from './identity.ts';

test('E8: a View is named by its call, or by its artifact, version and viewer', () => {
  expect(toolCallViewId('ahp-chat:/1', 'call-7')).toBe('toolCall:ahp-chat:/1#call-7');
  expect(artifactViewId('a1')).toBe('artifact:a1');
  expect(artifactViewId('a1', { version: 3, viewer: 'board' })).toBe('artifact:a1@3+board');
});

test('E8: a name is never longer than the host takes, and long ones stay apart', () => {
  const one = toolCallViewId('ahp-chat:/1', `${'x'.repeat(1000)}1`);
  const other = toolCallViewId('ahp-chat:/1', `${'x'.repeat(1000)}2`);
  expect(one.length).toBeLessThanOrEqual(300);
  expect(one).not.toBe(other);
  expect(toolCallViewId('ahp-chat:/1', `${'x'.repeat(1000)}1`)).toBe(one);
});
