import type { Hit } from '@loggia/protocol';
import { defineCommand } from '../command-line/command.ts';
import { wrongUsage } from '../failure.ts';
import type { ExtensionParams } from '../host/host-link.ts';
import { printable, printableLine } from '../output/printable.ts';
import type { Printer } from '../output/printer.ts';
import type { Style } from '../output/style.ts';
import { stateWords } from './artifacts/artifact-columns.ts';
import { findCollection } from './collections/find-collection.ts';
import { firstOf, paged } from './paged.ts';
import { pointInTime } from './point-in-time.ts';
import { visitHost, type Visit } from './visit.ts';
import { workspaceNamed, workspaceOption } from './workspaces/find-workspace.ts';

const defaultLimit = 20;

export const search = defineCommand({
  path: ['search'],
  says: 'Search artifacts and messages, best matches first.',
  takes: ['WORD', 'WORD…'],
  options: {
    artifacts: { kind: 'switch', says: 'Only artifacts' },
    messages: { kind: 'switch', says: 'Only messages in sessions' },
    ...workspaceOption,
    collection: {
      kind: 'text',
      value: 'COLLECTION',
      says: 'Only artifacts published there',
      example: '--collection Reports',
    },
    type: {
      kind: 'texts',
      value: 'TYPE',
      says: 'Only of this content type; CATEGORY/* for a whole category',
      example: '--type "CATEGORY/*"',
    },
    since: {
      kind: 'text',
      value: 'TIME',
      says: 'Only changed since: a date, or an age such as 2h or 7d',
      example: '--since 7d',
    },
    limit: { kind: 'count', value: 'N', says: `How many (default: ${defaultLimit})`, example: '--limit 100' },
  },
  more: 'Quote words to find a phrase, end a word with * to match its start, and put - before a word to exclude it (after --).',
  examples: [
    ['loggia search budget "\\"second quarter\\""', 'A word and a phrase'],
    ['loggia search "invoi*" --artifacts --since 30d', 'By the start of a word'],
  ],
  async run(given, world) {
    const { artifacts, messages, type, since, limit } = given.options;
    if (artifacts && messages) throw wrongUsage('Give --artifacts or --messages, not both.');
    const filters = {
      query: given.words.join(' '),
      ...(artifacts && { kinds: ['artifact' as const] }),
      ...(messages && { kinds: ['message' as const] }),
      ...(type.length > 0 && { types: [...type] }),
      ...(since !== undefined && { since: pointInTime(since, world.now()) }),
    };
    return visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const workspace = await workspaceNamed(link, given.options.workspace);
      const { collection } = given.options;
      const query = {
        ...filters,
        ...(workspace && { workspace: workspace.id }),
        ...(collection !== undefined && { collection: (await findCollection(link, collection)).id }),
      };
      const { items, more } = await firstOf(hits(visit, query, limit ?? defaultLimit), limit ?? defaultLimit);
      printer.document({ hits: items, more });
      if (items.length === 0) printer.sentence('No results.');
      for (const [index, hit] of items.entries()) {
        if (index > 0) printer.line();
        showHit(printer, hit);
      }
      if (more && !given.json) printer.note('There is more. Show it with --limit.');
      return 'done';
    });
  },
});

function hits(
  { link }: Visit,
  query: ExtensionParams<'x-loggia/search'>,
  most: number,
): AsyncGenerator<Hit, void, undefined> {
  const limit = Math.min(500, most + 1);
  return paged(async (cursor) => {
    const page = await link.ask('x-loggia/search', {
      ...query,
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    return { items: page.hits, nextCursor: page.nextCursor };
  });
}

function showHit(printer: Printer, hit: Hit): void {
  const { style } = printer;
  if (hit.kind !== 'artifact' && hit.kind !== 'message') {
    // A newer host may find more.
    const { kind } = hit as { readonly kind: string };
    printer.line(`[${printableLine(kind)} that this command cannot show; --json has it]`);
    return;
  }
  const about =
    hit.kind === 'artifact'
      ? `${printableLine(hit.artifact.type)}, ${stateWords(hit.artifact)}, ${hit.artifact.id}`
      : `said ${hit.at.replace(/\.\d+Z$/, 'Z')} in ${printableLine(hit.session)}`;
  printer.line(`${pieces(hit.title, style)}  ${style.faint(about)}`);
  const snippet = pieces(hit.snippet, style);
  if (snippet !== '') printer.line(`  ${snippet}`);
}

/** On one line; matches are highlighted where a terminal can show that. */
function pieces(
  snippet: readonly { readonly text: string; readonly match?: boolean | undefined }[],
  style: Style,
): string {
  return snippet
    .map(({ text, match }) => {
      const line = printable(text).replaceAll(/\s+/g, ' ');
      return match === true ? style.strong(style.warning(line)) : line;
    })
    .join('')
    .trim();
}
