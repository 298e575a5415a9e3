import { afterAll, describe, expect, test } from 'vitest';
import { notApplicable, play } from './src/conformance/plays.ts';
import { Referee } from './src/conformance/referee.ts';

const referee = await Referee.fetch();
const revisions = [...(await referee.scenarios())];
const rows: string[] = [];

afterAll(() => process.stdout.write(`\n${rows.join('\n')}\n`));

function row(revision: string, scenario: string, outcome: string): void {
  rows.push(`${revision.padEnd(11)} ${scenario.padEnd(42)} ${outcome}`);
}

describe.each(revisions)('the host as a client of MCP %s', (revision, scenarios) => {
  for (const scenario of scenarios) {
    const reason = notApplicable[scenario];
    if (reason !== undefined) row(revision, scenario, `does not apply: ${reason}`);
    test.skipIf(reason !== undefined)(scenario, async () => {
      const { passed, checks, complaints } = await referee.judge(revision, scenario, play);
      row(revision, scenario, passed ? `passed (${checks} checks)` : 'FAILED');
      expect(complaints).toEqual([]);
      expect(passed).toBe(true);
    });
  }
});
