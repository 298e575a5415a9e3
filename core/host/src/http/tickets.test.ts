import { expect, test } from 'vitest';
import { Tickets } from './tickets.ts';

function setUp(options: { once: boolean; most?: number }) {
  const clock = { time: 1000, now: () => clock.time };
  return { clock, tickets: new Tickets<string>({ clock, lifetimeMs: 60, ...options }) };
}

test('L3: a ticket for one use is gone afterwards', () => {
  const { tickets } = setUp({ once: true });
  const { ticket, expiresAt } = tickets.issue('in');
  expect(ticket).toMatch(/^[\w-]{32}$/);
  expect(expiresAt).toBe(1060);
  expect(tickets.redeem(ticket)).toBe('in');
  expect(tickets.redeem(ticket)).toBeUndefined();
});

test('L3: others hold until they are over', () => {
  const { clock, tickets } = setUp({ once: false });
  const { ticket } = tickets.issue('film');
  expect([tickets.redeem(ticket), tickets.redeem(ticket)]).toEqual(['film', 'film']);
  clock.time = 1060;
  expect(tickets.redeem(ticket)).toBeUndefined();
  expect(tickets.redeem('made up')).toBeUndefined();
});

test('L5: there are never more than so many; the oldest go', () => {
  const { tickets } = setUp({ once: false, most: 2 });
  const [first, second, third] = ['a', 'b', 'c'].map((value) => tickets.issue(value).ticket);
  expect([first, second, third].map((ticket) => tickets.redeem(ticket ?? ''))).toEqual([undefined, 'b', 'c']);
});
