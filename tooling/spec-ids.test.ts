import { expect, test } from 'vitest';
import { checkRules, idsIn, rulesIn } from './spec-ids.mjs';
import { temporaryTree } from './temporary-tree.ts';

// Composed here, so that this file cites nothing.
const title = (id: string) => `${id}: it holds`;

test('a title cites the ids it starts with', () => {
  expect(['A4: x', 'A4, L5: x', 'A3/A4: x', 'KN12: x'].map(idsIn)).toEqual([
    ['A4'],
    ['A4', 'L5'],
    ['A3', 'A4'],
    ['KN12'],
  ]);
  expect(['x', 'A4 x', 'see A4: x', 'Utf8: x', 'a4: x'].flatMap(idsIn)).toEqual([]);
});

test('rules are the rows of a table that begin with an id', () => {
  const text = `
| Id | Rule | Proven in |
| --- | --- | --- |
| A1 | One | – |
| **A2** | Two \`a\` | core/kernel, \`e2e\` |
| other | row | |
`;
  expect(rulesIn('docs/rules.md', text)).toEqual([
    { id: 'A1', provenIn: [], document: 'docs/rules.md' },
    { id: 'A2', provenIn: ['core/kernel', 'e2e'], document: 'docs/rules.md' },
  ]);
});

test('what documents and tests say of each other agrees', () => {
  const root = temporaryTree({
    'docs/rules.md': '| A1 | One | core/a |\n| A2 | Two | – |\n',
    'core/a/SPEC.md': '| KN1 | Own | core/a |\n',
    'core/a/src/x.test.ts': `test('${title('A1')}', () => {}); describe.skip(\`${title('KN1')} \${x}\`, () => {});`,
    'core/a/src/contract.ts': `test.each([1])('${title('A2')}', () => {});`,
  });
  const report = checkRules(root);
  expect(report.violations).toEqual([]);
  expect(report.citations.map(({ id, file }) => [id, file])).toEqual([
    ['A2', 'core/a/src/contract.ts'],
    ['A1', 'core/a/src/x.test.ts'],
    ['KN1', 'core/a/src/x.test.ts'],
  ]);
});

test('a citation of nothing, a rule without its proof and a rule defined twice are caught', () => {
  const root = temporaryTree({
    'docs/rules.md': '| A1 | One | core/a, e2e |\n| A1 | Again | – |\n',
    'core/a/src/x.test.ts': `\ntest('${title('A1')}', () => {});\ntest('${title('A9')}', () => {});`,
  });
  expect(checkRules(root).violations).toEqual([
    'docs/rules.md: A1 is already a rule in docs/rules.md',
    'core/a/src/x.test.ts:3: cites A9, which no document defines',
    'docs/rules.md: says that A1 is proven in e2e, but no test there cites it',
  ]);
});

test('no rules at all is a failure', () => {
  expect(checkRules(temporaryTree({ 'README.md': '' })).violations).toEqual([
    'no rule was found: docs/rules.md is missing or has no table',
  ]);
});
