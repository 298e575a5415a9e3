import type { Plan } from './plan.ts';

export const portugal: Plan = {
  start: null,
  currency: 'EUR',
  phases: [
    { id: 'before', title: 'Before' },
    { id: 'there', title: 'There' },
  ],
  tasks: [
    { id: 'train', phase: 'there', title: 'Train to Porto', day: 4, days: 1, done: false },
    { id: 'pack', phase: 'before', title: 'Pack', day: 1, days: 2, done: true },
    { id: 'tram', phase: 'there', title: 'Tram 28', day: 3, days: 1, done: false },
  ],
  lines: [
    { id: 'food', title: 'Pastéis de nata', planned: 100, spent: 40 },
    { id: 'beds', title: 'Beds', planned: 900, spent: 900 },
  ],
};
