import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerLogEntry } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { wrongUsage } from '../../failure.ts';
import { printable } from '../../output/printable.ts';
import type { Printer } from '../../output/printer.ts';
import { sessionOption } from '../session-option.ts';
import { scopeOf, visitHost, type Visit } from '../visit.ts';

const defaultLimit = 100;
const mostEntries = 10_000;
const lookEveryMs = 300;

export const serverLogs = defineCommand({
  path: ['servers', 'logs'],
  says: 'Show a server’s output and the host’s messages about it.',
  takes: ['NAME'],
  options: {
    follow: { kind: 'switch', says: 'Go on until Ctrl-C; with --json, one document on each line' },
    limit: {
      kind: 'count',
      value: 'N',
      says: `How many of the newest lines (default: ${defaultLimit})`,
      example: '--limit 20',
    },
    ...sessionOption,
  },
  examples: [
    ['loggia servers logs files', 'The newest lines'],
    ['loggia servers logs files --follow', 'Follow new lines'],
  ],
  async run(given, world) {
    const { follow, session, limit = defaultLimit } = given.options;
    if (limit > mostEntries) throw wrongUsage(`--limit cannot be ${limit}. Give at most ${mostEntries}.`);
    return visitHost(given, world, async (visit) => {
      const [server = ''] = given.words;
      const params = { server, ...scopeOf(session) };
      const first = await visit.link.ask('x-loggia/serverLogs', { ...params, limit });
      if (!follow) visit.printer.document(first);
      if (first.dropped > 0) visit.printer.note(`${first.dropped} earlier lines are no longer kept.`);
      if (first.entries.length === 0 && !follow) visit.printer.sentence('No output yet.');
      for (const entry of first.entries) print(entry, follow, visit.printer);
      if (follow) await followOn(visit, params, first.entries.at(-1)?.seq);
      return 'done';
    });
  },
});

/** Until Ctrl-C, which is how this is meant to end. */
async function followOn(
  { link, printer, world }: Visit,
  params: { readonly server: string; readonly session?: string },
  newest: number | undefined,
): Promise<void> {
  let after = newest;
  const { interrupted } = world;
  while (!interrupted.aborted) {
    await sleep(lookEveryMs, undefined, { signal: interrupted }).catch(() => undefined);
    if (interrupted.aborted) return;
    const { entries } = await link
      .ask('x-loggia/serverLogs', { ...params, ...(after !== undefined && { after }), limit: mostEntries })
      .catch((error: unknown) => {
        if (interrupted.aborted) return { entries: [] };
        throw error;
      });
    for (const entry of entries) print(entry, true, printer);
    after = entries.at(-1)?.seq ?? after;
  }
}

function print(entry: ServerLogEntry, follow: boolean, printer: Printer): void {
  if (follow) printer.documentLine(entry);
  const { style } = printer;
  const level = entry.level === undefined ? '' : `/${entry.level}`;
  const head = style.faint(printable(`${entry.at} ${entry.from}${level}`));
  for (const line of printable(entry.text.trimEnd()).split('\n')) printer.line(`${head}  ${line}`);
}
