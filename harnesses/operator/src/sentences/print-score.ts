import { scores, tryAll } from './score.ts';

const tried = tryAll();
const all = scores(tried);

function line(title: string, counts: readonly { readonly right: number; readonly all: number }[]): void {
  const right = counts.reduce((sum, one) => sum + one.right, 0);
  const total = counts.reduce((sum, one) => sum + one.all, 0);
  const share = total === 0 ? '' : `${((100 * right) / total).toFixed(1)} %`;
  process.stdout.write(
    `${title.padEnd(34)}${String(right).padStart(5)} of ${String(total).padEnd(5)} ${share}\n`,
  );
}

for (const score of all) {
  line(`${score.set}, ${score.isHeldBack ? 'held back' : 'open'}, ${score.language}`, [score]);
}
process.stdout.write('\n');
for (const language of ['English', 'German'] as const) {
  line(
    language,
    all.filter((score) => score.language === language),
  );
}
line(
  'held back',
  all.filter(({ isHeldBack }) => isHeldBack),
);
line('all sentences', all);
const unasked = tried.filter(({ writesUnasked }) => writesUnasked);
process.stdout.write(`\nwrites that were not asked for: ${unasked.length}\n`);
for (const { set, sentence } of unasked) process.stdout.write(`  ${set}: ${sentence}\n`);

const only = process.argv[process.argv.indexOf('--wrong') + 1];
if (process.argv.includes('--wrong')) {
  // Held-back sentences stay hidden, so that nobody writes rules to fit them.
  for (const { set, sentence, expected, found } of tried.filter(
    (one) => !one.isHeldBack && !one.isRight && (!only || one.set.includes(only)),
  )) {
    process.stdout.write(
      `\n[${set}] ${sentence}\n  expected ${expected}\n  found    ${found.map(({ act, given }) => `${act} ${JSON.stringify(given)}`).join(' ; ')}\n`,
    );
  }
}
