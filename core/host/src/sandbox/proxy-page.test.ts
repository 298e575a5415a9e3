import { expect, test } from 'vitest';
import { proxyPage } from './proxy-page.ts';

const shell = 'http://localhost:5644';

test('E3: the page is small, and frames the View with as little as it needs', () => {
  const opaque = proxyPage({ shell, inner: 'opaque', allow: '' });
  expect(Buffer.byteLength(opaque)).toBeLessThan(4096);
  expect(opaque).toContain('"sandbox":"allow-scripts allow-forms"');
  const own = proxyPage({ shell, inner: 'same-origin', allow: 'camera' });
  expect(own).toContain('"sandbox":"allow-scripts allow-forms allow-same-origin"');
  expect(own).toContain('"allow":"camera"');
});

test('E3: no setting ends the script it stands in', () => {
  const page = proxyPage({ shell: `${shell}</script><script>alert(1)`, inner: 'opaque', allow: '<!--' });
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page).not.toContain('<!--');
});
