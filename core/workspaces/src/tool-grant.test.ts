import { expect, test } from 'vitest';
import { grantFor } from './tool-grant.ts';

test.each([
  [{ readOnlyHint: true }, 'read'],
  [{ readOnlyHint: true, destructiveHint: false }, 'read'],
  [{ readOnlyHint: true, destructiveHint: true }, 'write'],
  [{ readOnlyHint: 'yes' }, 'write'],
  [{ readOnlyHint: false }, 'write'],
  [{}, 'write'],
  [undefined, 'write'],
])('SE5: a tool that declares %j gets a key to %s', (annotations, grant) => {
  expect(grantFor(annotations && { annotations })).toBe(grant);
});
