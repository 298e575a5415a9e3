import { test } from 'vitest';
import { play } from './src/simulation/play.ts';
import { addTo, newTally } from './src/simulation/tally.ts';

const from = Number(process.env['FROM'] ?? 1);
const to = Number(process.env['TO'] ?? 20);
test('scratch', { timeout: 600_000 }, async () => {
  const total = newTally();
  const failures = new Map<string, number[]>();
  const texts = new Map<string, string>();
  const start = Date.now();
  const log = from === to ? (s: string) => console.log(s) : undefined;
  for (let seed = from; seed <= to; seed++) {
    try {
      addTo(total, await play(seed, log ? { log } : {}));
    } catch (error) {
      const text = (error as Error).message;
      if (from === to) console.log((error as Error).stack, ((error as Error).cause as Error)?.stack);
      const key = text.replace(/Seed \d+: /, '').split('\n')[0]!.replace(/[a-z]+-\d+(-\d+)*/g, 'X').replace(/\d+/g, '#').slice(0, 90);
      failures.set(key, [...(failures.get(key) ?? []), seed]);
      if (!texts.has(key)) texts.set(key, text.slice(0, 2500));
    }
  }
  console.log('ms per seed', (Date.now() - start) / (to - from + 1));
  console.log(JSON.stringify(total));
  for (const [key, seeds] of failures) console.log(seeds.length, key, seeds.slice(0, 8).join());
  if (process.env['TEXTS']) for (const text of texts.values()) console.log('------', text);
});
