import { expect, test } from 'vitest';
import { checkLink } from './link.ts';

test.each(['https://example.com/a?b#c', 'http://localhost:3000/', 'HTTPS://EXAMPLE.COM'])(
  'E4: %s is opened',
  (url) => {
    expect(checkLink(url)).toEqual({ href: new URL(url).href });
  },
);

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>1</script>',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'vscode://open',
  'about:blank',
  '/relative',
  '',
  'https://user:pass@example.com/',
  `https://example.com/${'a'.repeat(9000)}`,
  42,
  null,
  { toString: () => 'https://example.com' },
])('E4: %s is refused', (url) => {
  expect(checkLink(url)).toHaveProperty('refused');
});
