import { expect, test } from 'vitest';
import { stringsIn } from './strings.mjs';

test('texts that people read are found where they stand, and what machines read is not', () => {
  const source = `import x from './Some module.ts';
const query = 'SELECT a FROM b';
const words = { title: 'Nothing yet', className: 'Two words', key: 'A key' };
export function Page({ count }) {
  return (
    <p className="Not this" data-kind="Nor this" aria-label="Results">
      Choose one
      of these.
      {count === 1 ? 'one artifact' : \`\${count} artifacts in it\`}
    </p>
  );
}`;
  expect(stringsIn(source, 'page.tsx')).toEqual([
    { line: 3, text: 'Nothing yet' },
    { line: 6, text: 'Results' },
    { line: 7, text: 'Choose one of these.' },
    { line: 9, text: 'one artifact' },
    { line: 9, text: '… artifacts in it' },
  ]);
});
