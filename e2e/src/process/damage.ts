import { readFileSync, writeFileSync } from 'node:fs';
import type { SeededRandom } from '@loggia/testing';

const page = 4096;

/** Damage as bad disks, cables or copies cause it. Each entry changes the file in place. */
const damages: Readonly<Record<string, (file: Buffer, random: SeededRandom) => Buffer>> = {
  'flipped bits': (file, random) => {
    for (let times = 0; times < 40; times++) {
      const at = random.between(0, file.length - 1);
      file[at] = (file[at] ?? 0) ^ (1 << random.between(0, 7));
    }
    return file;
  },
  'a page of zeros': (file, random) => file.fill(0, ...pageOf(file, random)),
  'a page of noise': (file, random) => {
    const [from, to] = pageOf(file, random);
    for (let at = from; at < to; at++) file[at] = random.between(0, 255);
    return file;
  },
  'two pages swapped': (file, random) => {
    const [one] = pageOf(file, random);
    const [other] = pageOf(file, random);
    const kept = Buffer.from(file.subarray(one, one + page));
    file.copy(file, one, other, other + page);
    kept.copy(file, other);
    return file;
  },
  'texts that are not UTF-8': (file, random) => {
    // Only what can be nothing but text, in many places, so that the structure stays whole.
    for (let times = 0; times < 400; times++) {
      const at = random.between(page, file.length - 8);
      if (/^[a-z]{8}$/.test(file.subarray(at, at + 8).toString('latin1'))) file[at + 4] = 0xff;
    }
    return file;
  },
  'half of the file': (file) => file.subarray(0, Math.floor(file.length / page / 2) * page),
  'a part of a page': (file) => file.subarray(0, file.length - 1_000),
  'a damaged header': (file, random) => {
    for (let times = 0; times < 10; times++) file[random.between(16, 99)] = random.between(0, 255);
    return file;
  },
  'a damaged schema': (file, random) => {
    for (let times = 0; times < 20; times++) file[random.between(100, page - 1)] = random.between(0, 255);
    return file;
  },
};

export const kindsOfDamage = Object.keys(damages);

export function damage(file: string, kind: string, random: SeededRandom): void {
  const done = damages[kind];
  if (!done) throw new Error(`There is no damage "${kind}".`);
  writeFileSync(file, done(readFileSync(file), random));
}

/** Any but the first, which holds the schema. */
function pageOf(file: Buffer, random: SeededRandom): [number, number] {
  const at = random.between(1, Math.floor(file.length / page) - 1) * page;
  return [at, at + page];
}
