import { expect, it } from 'vitest';
import { requireDescriptors } from './few-descriptors.ts';

const limits = (open: string) => `Limit                     Soft Limit           Hard Limit           Units
Max open files            ${open}                 ${open}                 files
`;

it('SE8: says how many files it needs to open before it runs out of them', () => {
  expect(() => requireDescriptors(limits('64'))).toThrow(
    'This process may open no more than 64 files, and the host needs at least 128; raise the limit, for example with "ulimit -n 1024".',
  );
});

it.each([limits('128'), limits('unlimited'), ''])('SE8: starts with enough of them', (given) => {
  expect(() => requireDescriptors(given)).not.toThrow();
});
