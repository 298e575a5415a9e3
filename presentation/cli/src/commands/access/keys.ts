import type { ApiKey } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { oneOf } from '../choice.ts';
import { findNamed } from '../named-one.ts';
import { visitHost } from '../visit.ts';

const scopes = ['read', 'write', 'admin'] as const;
const usualDays = 90;
const longestDays = 3650;

export const createKey = defineCommand({
  path: ['keys', 'create'],
  says: 'Create an API key for a program, and print it once.',
  takes: ['NAME'],
  options: {
    scope: {
      kind: 'text',
      value: 'SCOPE',
      says: 'read (the default) lists, reads, searches and watches; write also changes and acts; admin also runs programs and changes settings',
      example: '--scope write',
    },
    expires: {
      kind: 'text',
      value: 'DAYS',
      says: `When it expires: a number of days, such as 30d, or never. ${usualDays}d by default`,
      example: '--expires 30d',
    },
  },
  more: 'A key can do what its scope says in every workspace, over HTTP, MCP and AHP. It can never manage keys, browsers or the token. The key itself goes to standard output, everything else to standard error.',
  examples: [
    ['loggia keys create ci', 'A key that reads everything, for 90 days'],
    ['loggia keys create notes-bot --scope write --expires 30d', 'A key for a program that writes'],
  ],
  run: (given, world) => {
    const { scope = 'read', expires = `${usualDays}d` } = given.options;
    const wanted = oneOf('--scope', scope, scopes);
    const expiresIn = secondsUntil(expires);
    return visitHost(given, world, async ({ link, printer }) => {
      const name = given.words[0] ?? '';
      const lifetime = expiresIn === undefined ? {} : { expiresIn };
      const { key, apiKey } = await link.ask('x-loggia/createApiKey', { name, scope: wanted, ...lifetime });
      printer.document({ key, apiKey });
      printer.line(key);
      printer.note(
        `Created the key "${apiKey.name}" with the scope "${apiKey.scope}". ${expiryOf(apiKey)} It is shown only this once.`,
      );
      return 'done';
    });
  },
});

export const listKeys = defineCommand({
  path: ['keys', 'list'],
  says: 'Show the API keys, what they may do and when they were used.',
  takes: [],
  options: {},
  examples: [['loggia keys list', 'All keys that are not revoked']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { apiKeys } = await link.ask('x-loggia/listApiKeys', {});
      printer.document({ apiKeys });
      if (apiKeys.length === 0) {
        printer.sentence('There are no API keys. "loggia keys create NAME" creates one.');
        return 'done';
      }
      printer.table(apiKeys, [
        { title: 'id', cell: ({ id }) => id, whole: true },
        { title: 'scope', cell: ({ scope }) => scope, whole: true },
        { title: 'created', cell: ({ since }) => dayOf(since), whole: true },
        {
          title: 'expires',
          cell: ({ expires, expired }) =>
            expired ? 'expired' : expires === undefined ? 'never' : dayOf(expires),
          whole: true,
        },
        {
          title: 'last used',
          cell: ({ lastUsed }) => (lastUsed === undefined ? 'never' : toMinutes(lastUsed)),
          whole: true,
        },
        { title: 'name', cell: ({ name }) => name },
      ]);
      return 'done';
    }),
});

export const revokeKey = defineCommand({
  path: ['keys', 'revoke'],
  says: 'Revoke an API key: end its requests and close its connections.',
  takes: ['NAME'],
  options: {},
  examples: [
    ['loggia keys revoke ci', 'By its name'],
    ['loggia keys revoke q4sM1yYl0vLPq1o2', 'Or by the id that "list" shows'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { apiKeys } = await link.ask('x-loggia/listApiKeys', {});
      const named = apiKeys.map(({ id, name }) => ({ id, title: name }));
      const kind = { one: 'API key', many: 'API keys', list: 'loggia keys list' };
      const { id, title } = findNamed(named, given.words[0] ?? '', kind);
      await link.ask('x-loggia/revokeApiKey', { id });
      printer.document({ revoked: id });
      printer.sentence(`Revoked the key "${printableLine(title)}".`);
      return 'done';
    }),
});

/** Undefined for a key that doesn't expire. */
function secondsUntil(expires: string): number | undefined {
  if (expires === 'never') return undefined;
  const days = Number(/^(\d{1,4})d$/.exec(expires)?.[1] ?? 0);
  if (days >= 1 && days <= longestDays) return days * 24 * 60 * 60;
  throw wrongUsage(
    `--expires cannot be "${expires}". Write a number of days up to ${longestDays}, such as 30d, or never.`,
  );
}

function expiryOf({ expires }: ApiKey): string {
  return expires === undefined ? 'It does not expire.' : `It expires on ${dayOf(expires)}.`;
}

function dayOf(time: string): string {
  return time.slice(0, 'YYYY-MM-DD'.length);
}

function toMinutes(time: string): string {
  return time.replace(/:\d\d(\.\d+)?Z$/, 'Z');
}
