import { who } from '@loggia/client';
import { readAuthor, type ArtifactVersion } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { wholeNumber } from '../choice.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { limitOption, mostOf } from '../limit-option.ts';
import { firstOf, paged } from '../paged.ts';
import { visitHost } from '../visit.ts';
import { workspaceOption } from '../workspaces/find-workspace.ts';
import { findArtifact } from './find-artifacts.ts';
import { showDifference } from './show-difference.ts';

const defaultLimit = 30;
const pageSize = 200;

export const logArtifact = defineCommand({
  path: ['artifacts', 'log'],
  says: 'Show the versions of an artifact, newest first.',
  takes: ['ARTIFACT'],
  options: {
    ...limitOption(defaultLimit),
    ...workspaceOption,
  },
  examples: [['loggia artifacts log Budget', 'Who committed what, and when']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { workspace } = given.options;
      const { id, title } = await findArtifact(link, given.words[0] ?? '', { workspace, among: 'kept' });
      const versions = paged(async (cursor) => {
        const page = await link.ask('x-loggia/listVersions', {
          artifact: id,
          limit: pageSize,
          ...(cursor !== undefined && { cursor }),
        });
        return { items: page.versions, nextCursor: page.nextCursor };
      });
      const most = mostOf(given, defaultLimit);
      const { items, more } = await firstOf(versions, most);
      printer.document({
        versions: items.map((version) => ({ ...version, by: readAuthor(version.author) })),
        more,
      });
      if (items.length === 0) printer.sentence(`"${printableLine(title)}" has not been committed yet.`);
      else printer.table(items, columns);
      if (more && !given.json) printer.note('There are more. Show them with --limit.');
      return 'done';
    }),
});

const columns = [
  { title: 'version', cell: ({ version }: ArtifactVersion) => String(version), whole: true as const },
  { title: 'when', cell: ({ at }: ArtifactVersion) => at.replace(/\.\d+Z$/, 'Z'), whole: true as const },
  { title: 'by', cell: ({ author }: ArtifactVersion) => who(author) },
  { title: 'message', cell: ({ message }: ArtifactVersion) => message },
];

export const diffArtifact = defineCommand({
  path: ['artifacts', 'diff'],
  says: 'Show uncommitted changes of an artifact, or the difference between two versions.',
  takes: ['ARTIFACT'],
  options: {
    from: {
      kind: 'text',
      value: 'N',
      says: 'Older version, 0 for empty (default: the newest)',
      example: '--from 1',
    },
    to: { kind: 'count', value: 'N', says: 'Newer version (default: the current draft)', example: '--to 2' },
    ...workspaceOption,
  },
  examples: [
    ['loggia artifacts diff Budget', 'Uncommitted changes'],
    ['loggia artifacts diff Budget --from 1 --to 2', 'Between two versions'],
  ],
  async run(given, world) {
    const { from, to, workspace } = given.options;
    const older = from === undefined ? undefined : wholeNumber('--from', from, 0);
    return visitHost(given, world, async ({ link, printer }) => {
      const found = await findArtifact(link, given.words[0] ?? '', { workspace, among: 'kept' });
      const newest = to === undefined ? found.version : Math.max(0, to - 1);
      const { difference } = await link.ask('x-loggia/diffVersions', {
        artifact: found.id,
        from: older ?? newest,
        ...(to !== undefined && { to }),
      });
      printer.document({ difference });
      showDifference(printer, found.title, difference);
      return 'done';
    });
  },
});

export const restoreArtifact = defineCommand({
  path: ['artifacts', 'restore'],
  says: 'Restore an old version as a draft.',
  takes: ['ARTIFACT', 'VERSION'],
  options: {
    yes: { kind: 'switch', says: 'Don’t ask before discarding uncommitted changes' },
    ...workspaceOption,
  },
  examples: [['loggia artifacts restore Budget 2', 'Review it, then commit it']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const [wanted = '', typed = ''] = given.words;
      const { yes, workspace } = given.options;
      const version = wholeNumber('VERSION', typed, 1);
      const found = await findArtifact(link, wanted, { workspace, among: 'kept' });
      const shown = printableLine(found.title);
      if (found.state === 'draft') {
        assertAskable(world, yes, `discard uncommitted changes of "${shown}"`);
        const question = `"${shown}" has uncommitted changes. Discard them?`;
        await confirmed(world, yes, question, `"${shown}" was not changed.`);
      }
      const { artifact } = await link.ask('x-loggia/restoreVersion', {
        artifact: found.id,
        version,
        ifRevision: found.revision,
      });
      printer.document({ artifact });
      printer.sentence(
        artifact.state === 'draft'
          ? `"${shown}" is as in version ${version} again, as a draft.`
          : `"${shown}" is as in version ${version}, which it was already.`,
      );
      return 'done';
    }),
});
