import type { ChangesetFile, ChangesetTarget } from '@loggia/protocol';
import { keptLinesOf } from '@loggia/protocol/changed-lines';
import { defineCommand } from '../../command-line/command.ts';
import { wrongUsage } from '../../failure.ts';
import { printable, printableLine } from '../../output/printable.ts';
import type { Style } from '../../output/style.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { quoted, visitHost, type Visit } from '../visit.ts';
import { wordsOf } from './file-words.ts';
import { changedTurns, findChangeset, findFile, turnOption, type FoundChangeset } from './find-changeset.ts';
import { patchOf } from './patch.ts';

const fileOption = {
  file: {
    kind: 'text',
    value: 'PATH',
    says: 'Only this file: its path, or a unique end of it',
    example: '--file src/plan.md',
  },
} as const;

const linesOption = {
  lines: {
    kind: 'text',
    value: 'A-B',
    says: 'Only the changes in these lines of the file as it is now; needs --file',
    example: '--lines 3-9',
  },
} as const;

const more =
  'SESSION is a URI, or a unique start or end of an id. Without --turn, this is about everything that the session’s turns changed.';

export const listChanges = defineCommand({
  path: ['changes', 'list'],
  says: 'List the files that a session changed.',
  takes: ['SESSION'],
  options: {
    ...turnOption,
    turns: { kind: 'switch', says: 'List the turns that changed something instead' },
  },
  more,
  examples: [
    ['loggia changes list 3f2a91c0', 'All files, with the number of lines'],
    ['loggia changes list 3f2a91c0 --turns', 'The turns that changed something'],
    ['loggia changes list 3f2a91c0 --turn 5c0e', 'The files of one turn'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const [wanted = ''] = given.words;
      const { turn, turns } = given.options;
      if (turns && turn !== undefined) throw wrongUsage('Use either --turn or --turns.');
      const found = await findChangeset(link, wanted, turn);
      if (turns) {
        const all = await changedTurns(link, found.session);
        printer.document({ turns: all });
        if (all.length === 0) sayNothing(visit, found);
        else
          printer.table(all, [
            { title: 'turn', cell: ({ id }) => id, whole: true },
            { title: 'files', cell: ({ files }) => String(files ?? 0) },
            { title: 'added', cell: ({ additions }) => `+${additions ?? 0}` },
            { title: 'removed', cell: ({ deletions }) => `-${deletions ?? 0}` },
          ]);
        return 'done';
      }
      printer.document({ changeset: found.uri, files: found.files });
      if (found.files.length === 0) sayNothing(visit, found);
      else printer.table(found.files, fileColumns);
      return 'done';
    }),
});

const fileColumns = [
  { title: 'file', cell: (file: ChangesetFile) => wordsOf(file).path, whole: true as const },
  { title: 'change', cell: (file: ChangesetFile) => wordsOf(file).change },
  { title: 'added', cell: ({ edit: { diff } }: ChangesetFile) => (diff ? `+${diff.added ?? 0}` : '') },
  { title: 'removed', cell: ({ edit: { diff } }: ChangesetFile) => (diff ? `-${diff.removed ?? 0}` : '') },
  { title: 'kept', cell: keptWords },
];

function keptWords(file: ChangesetFile): string {
  if (file.reviewed === true) return 'yes';
  return keptLinesOf(file).length > 0 ? 'in part' : '';
}

export const diffChanges = defineCommand({
  path: ['changes', 'diff'],
  says: 'Show what a session changed in files, line by line.',
  takes: ['SESSION'],
  options: { ...turnOption, ...fileOption },
  more,
  examples: [
    ['loggia changes diff 3f2a91c0', 'Everything, as a unified diff'],
    ['loggia changes diff 3f2a91c0 --file plan.md', 'One file'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const { turn, file } = given.options;
      const found = await findChangeset(link, given.words[0] ?? '', turn);
      const files = file === undefined ? found.files : [findFile(found.files, file)];
      const patches: { readonly file: string; readonly patch?: string }[] = [];
      for (const each of files) {
        const patch = await patchOf(link, each);
        patches.push({ file: each.id, ...(patch !== undefined && { patch }) });
        const lines = patch ?? `${wordsOf(each).path}: not text, or too long to compare`;
        for (const line of printable(lines).trimEnd().split('\n')) printer.line(painted(line, printer.style));
      }
      printer.document({ changeset: found.uri, files: patches });
      if (files.length === 0) sayNothing(visit, found);
      return 'done';
    }),
});

function painted(line: string, style: Style): string {
  if (line.startsWith('--- ') || line.startsWith('+++ ')) return style.strong(line);
  if (line.startsWith('@@')) return style.faint(line);
  if (line.startsWith('+')) return style.good(line);
  return line.startsWith('-') ? style.bad(line) : line;
}

export const keepChanges = defineCommand({
  path: ['changes', 'keep'],
  says: 'Keep changes, so that reverting the rest leaves them.',
  takes: ['SESSION'],
  options: { ...turnOption, ...fileOption, ...linesOption },
  more,
  examples: [
    ['loggia changes keep 3f2a91c0 --file plan.md', 'One file'],
    ['loggia changes keep 3f2a91c0 --file plan.md --lines 3-9', 'The changes in these lines'],
  ],
  run(given, world) {
    const { turn, file, lines } = given.options;
    const span = spanOf(lines, file);
    return visitHost(given, world, async (visit) => {
      const found = await findChangeset(visit.link, given.words[0] ?? '', turn);
      const chosen = file === undefined ? undefined : findFile(found.files, file);
      return invoke(visit, found, 'keep', chosen && targetOf(chosen, span));
    });
  },
});

export const revertChanges = defineCommand({
  path: ['changes', 'revert'],
  says: 'Bring files back to how they were before the changes.',
  takes: ['SESSION'],
  options: {
    ...turnOption,
    ...fileOption,
    ...linesOption,
    yes: { kind: 'switch', says: 'Don’t ask for confirmation' },
  },
  more: `${more} What is kept stays. A file that was edited since is never overwritten.`,
  examples: [
    ['loggia changes revert 3f2a91c0 --turn 5c0e', 'Everything that a turn changed; asks first'],
    ['loggia changes revert 3f2a91c0 --file plan.md --lines 3-9', 'The changes in these lines'],
    ['loggia changes revert 3f2a91c0 --file plan.md --yes', 'For a script'],
  ],
  async run(given, world) {
    const [wanted = ''] = given.words;
    const { turn, file, lines, yes } = given.options;
    const span = spanOf(lines, file);
    assertAskable(world, yes, `revert changes of "${wanted}"`);
    return visitHost(given, world, async (visit) => {
      const found = await findChangeset(visit.link, wanted, turn);
      const chosen = file === undefined ? undefined : findFile(found.files, file);
      const open = found.files.filter(({ reviewed }) => reviewed !== true).length;
      const name = chosen ? printableLine(wordsOf(chosen).path) : open === 1 ? '1 file' : `${open} files`;
      const subject = span === undefined ? name : `the changes in lines ${lines} of ${name}`;
      if (found.files.length > 0) await confirmed(world, yes, `Revert ${subject}?`, 'Nothing was reverted.');
      return invoke(visit, found, 'revert', chosen && targetOf(chosen, span));
    });
  },
});

async function invoke(
  visit: Visit,
  found: FoundChangeset,
  operationId: 'keep' | 'revert',
  target: ChangesetTarget | undefined,
): Promise<'done'> {
  const { link, printer } = visit;
  const { uri: channel } = found;
  if (found.files.length === 0) {
    printer.document({ changeset: channel, operation: operationId, message: '' });
    sayNothing(visit, found);
    return 'done';
  }
  const params = { channel, operationId, ...(target && { target }) };
  const { message = '' } = await link.client.request('invokeChangesetOperation', params);
  const said = typeof message === 'string' ? message : message.markdown;
  printer.document({ changeset: channel, operation: operationId, ...(target && { target }), message: said });
  printer.sentence(said);
  return 'done';
}

interface Span {
  readonly first: number;
  readonly last: number;
}

function spanOf(lines: string | undefined, file: string | undefined): Span | undefined {
  if (lines === undefined) return undefined;
  if (file === undefined)
    throw wrongUsage('--lines needs --file. Write, for example, --file plan.md --lines 3-9.');
  const [, from = '', to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(lines) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (first >= 1 && last >= first) return { first, last };
  throw wrongUsage(`--lines cannot be ${quoted(lines)}. Write, for example, --lines 3-9.`);
}

function targetOf({ id: resource }: ChangesetFile, span: Span | undefined): ChangesetTarget {
  if (span === undefined) return { kind: 'resource', resource };
  const { first, last } = span;
  const range = { start: { line: first - 1, character: 0 }, end: { line: last, character: 0 } };
  return { kind: 'range', resource, range };
}

function sayNothing({ printer }: Visit, { title }: FoundChangeset): void {
  printer.sentence(`"${printableLine(title)}" has no changes to files.`);
}
