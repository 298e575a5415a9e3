import type { ServerReport } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import type { ExtensionResult } from '../../host/host-link.ts';
import { printableLine } from '../../output/printable.ts';
import { sessionOption } from '../session-option.ts';
import { findServer, quoted, scopeOf, visitHost, type Visit } from '../visit.ts';

type Reviews = ExtensionResult<'x-loggia/listReviews'>;

const more =
  'Results that are reviewed wait in the chat until you let the agent see them. Without TOOL, this is about all tools of the server.';

export const listReviews = defineCommand({
  path: ['reviews', 'list'],
  says: 'List the servers and tools whose results you review before agents get them.',
  takes: [],
  options: {},
  examples: [['loggia reviews list', 'Your choices, and those of the host’s configuration']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const found = await link.ask('x-loggia/listReviews', {});
      printer.document(found);
      const { servers } = await link.ask('x-loggia/listServers', {});
      const names = new Map(servers.map(({ id, name }) => [id, name]));
      const rows = [
        ...found.reviews.map(({ server, tool = 'all' }) => ({
          server: names.get(server) ?? server,
          tool,
          by: 'you',
        })),
        ...found.configured.map((entry) => ({ ...configuredIn(entry, servers), by: 'configuration' })),
      ];
      if (rows.length === 0) {
        printer.sentence('Agents get all results at once. "loggia reviews add SERVER [TOOL]" changes that.');
        return 'done';
      }
      printer.table(rows, [
        { title: 'server', cell: ({ server }) => server, whole: true },
        { title: 'tool', cell: ({ tool }) => tool, whole: true },
        { title: 'chosen by', cell: ({ by }) => by },
      ]);
      return 'done';
    }),
});

export const addReview = defineCommand({
  path: ['reviews', 'add'],
  says: 'Review the results of a server or tool before agents get them.',
  takes: ['SERVER', '[TOOL]'],
  options: sessionOption,
  more,
  examples: [
    ['loggia reviews add mail', 'All results of a server'],
    ['loggia reviews add mail read_inbox', 'The results of one tool'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const [wanted = '', tool] = given.words;
      const { session } = given.options;
      const server = await findServer(visit, wanted, session);
      if (tool !== undefined) await assertTool(visit, server, tool, session);
      await setReview(visit, server, tool, true);
      visit.printer.sentence(`Results of ${subjectOf(server, tool)} wait for you before an agent gets them.`);
      return 'done';
    }),
});

export const removeReview = defineCommand({
  path: ['reviews', 'remove'],
  says: 'Let agents get the results of a server or tool at once.',
  takes: ['SERVER', '[TOOL]'],
  options: sessionOption,
  more,
  examples: [['loggia reviews remove mail', 'Chosen tools of the server stay reviewed']],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const [wanted = '', tool] = given.words;
      const server = await findServer(visit, wanted, given.options.session);
      const reviews = await visit.link.ask('x-loggia/listReviews', {});
      const hindrance = whyReviewed(reviews, server, tool);
      if (hindrance !== undefined) throw new CommandFailed('failed', hindrance);
      await setReview(visit, server, tool, false);
      visit.printer.sentence(`Agents get results of ${subjectOf(server, tool)} at once.`);
      return 'done';
    }),
});

async function setReview(
  { link, printer }: Visit,
  { id: server }: ServerReport,
  tool: string | undefined,
  review: boolean,
): Promise<void> {
  const about = { server, ...(tool !== undefined && { tool }) };
  await link.ask('x-loggia/setReview', { ...about, review });
  printer.document({ ...about, review });
}

/** A tool with a misspelled name would never be reviewed. */
async function assertTool(
  { link }: Visit,
  { id, name }: ServerReport,
  wanted: string,
  session: string | undefined,
): Promise<void> {
  const { tools, missing } = await link.ask('x-loggia/listTools', { server: id, ...scopeOf(session) });
  if (missing.length > 0 || tools.some(({ tool }) => tool.name === wanted)) return;
  const shown = printableLine(name);
  throw new CommandFailed(
    'failed',
    `"${shown}" has no tool "${wanted}". "loggia tools list ${quoted(shown)}" lists them.`,
  );
}

/** Why results would still be reviewed without this choice; undefined if they wouldn't. */
function whyReviewed(
  { reviews, configured }: Reviews,
  { id, name }: ServerReport,
  tool: string | undefined,
): string | undefined {
  const entry = [name, `${name}/${tool}`].find((one) => configured.includes(one));
  if (entry !== undefined)
    return `The host’s configuration asks for it. Remove "${printableLine(entry)}" from "reviewResults" there.`;
  const isWhole = reviews.some((review) => review.server === id && review.tool === undefined);
  if (tool === undefined || !isWhole) return undefined;
  const shown = printableLine(name);
  return `You review the results of all tools of "${shown}". Run "loggia reviews remove ${quoted(shown)}" first.`;
}

/** An entry of the configuration: the name of a server, or `server/tool`. Names of servers may contain slashes. */
function configuredIn(
  entry: string,
  servers: readonly ServerReport[],
): { readonly server: string; readonly tool: string } {
  const cut = entry.lastIndexOf('/');
  if (cut === -1 || servers.some(({ name }) => name === entry)) return { server: entry, tool: 'all' };
  return { server: entry.slice(0, cut), tool: entry.slice(cut + 1) };
}

function subjectOf({ name }: ServerReport, tool: string | undefined): string {
  const shown = printableLine(name);
  return tool === undefined ? `"${shown}"` : `"${printableLine(tool)}" of "${shown}"`;
}
