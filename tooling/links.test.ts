import { expect, test } from 'vitest';
import { anchorsOf, checkLinks } from './links.mjs';
import { temporaryTree } from './temporary-tree.ts';

test('anchors are those that GitHub makes of headings', () => {
  const page = [
    '# One & two',
    "## What it doesn't do",
    '### `code` and a [link](x.md)',
    '```',
    '# a comment',
    '```',
  ].join('\n');
  expect([...anchorsOf(page)]).toEqual(['one--two', 'what-it-doesnt-do', 'code-and-a-link']);
});

test('links that lead nowhere are found, and nothing else is', () => {
  const root = temporaryTree({
    'README.md': `# Here
[a page](docs/a.md) [its part](docs/a.md#a-part) [here](#here) [a folder](docs) [the web](https://example.com/x)
![a picture](docs/a.webp) [another part](docs/a.md#none) [there](#there)
\`[code](nowhere.md)\` [mail](mailto:a@example.com)`,
    'docs/a.md': '## A part\n[up](../README.md)\n[gone](gone.md)\n```\n[code](nowhere.md)\n```',
    'node_modules/x/README.md': '[gone](gone.md)',
  });
  expect(checkLinks(root)).toEqual({
    files: ['README.md', 'docs/a.md'],
    links: 9,
    violations: [
      'README.md: links to docs/a.webp, and there is no such file',
      'README.md: links to docs/a.md#none, and that page has no such heading',
      'README.md: links to #there, and that page has no such heading',
      'docs/a.md: links to gone.md, and there is no such file',
    ],
  });
});

test('a check that examined nothing fails', () => {
  expect(checkLinks(temporaryTree({ 'README.md': 'No links.' })).violations).toEqual([
    'no link was examined',
  ]);
});
