import { expect, test } from 'vitest';
import { shownPath } from './shown-path.ts';

test.each([
  ['/home/somebody/data/endpoint.json', '~/data/endpoint.json'],
  ['/home/somebody-else/endpoint.json', '/home/somebody-else/endpoint.json'],
  ['/srv/loggia/endpoint.json', '/srv/loggia/endpoint.json'],
])('L5: %s is shown as %s', (file, shown) => {
  expect(shownPath(file, '/home/somebody')).toBe(shown);
});
