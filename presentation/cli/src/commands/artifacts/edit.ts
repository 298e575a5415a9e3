import { defineCommand } from '../../command-line/command.ts';
import { wrongUsage } from '../../failure.ts';
import { jsonObjectIn } from '../../files/local-file.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { workspaceOption } from '../workspaces/find-workspace.ts';
import { contentFromFile } from './content-from-file.ts';
import { findArtifact } from './find-artifacts.ts';

export const editArtifact = defineCommand({
  path: ['artifacts', 'edit'],
  says: 'Change an artifact’s title, type, context or content, as a draft.',
  takes: ['ARTIFACT'],
  options: {
    title: { kind: 'text', value: 'TITLE', says: 'A new title', example: '--title Budget' },
    type: { kind: 'text', value: 'TYPE', says: 'Another content type', example: '--type CATEGORY/SUBTYPE' },
    content: {
      kind: 'text',
      value: 'FILE',
      says: 'The whole new content; - for standard input',
      example: '--content budget.csv',
    },
    context: {
      kind: 'text',
      value: 'FILE',
      says: 'The whole new context: a file with one JSON object; - for standard input',
      example: '--context context.json',
    },
    'if-revision': {
      kind: 'count',
      value: 'N',
      says: 'Only if it is still at this revision',
      example: '--if-revision 7',
    },
    ...workspaceOption,
  },
  more: 'Someone else’s concurrent change is never overwritten: the command fails and says who made it.',
  examples: [
    ['loggia artifacts edit Budget --content budget.csv', 'New content'],
    [
      'loggia artifacts edit 3f2a91c0 --title "Budget 2027" --if-revision 7',
      'Only if it hasn’t changed since',
    ],
  ],
  async run(given, world) {
    const { title, type, content, context: contextFile, workspace, 'if-revision': seen } = given.options;
    if ([title, type, content, contextFile].every((one) => one === undefined)) {
      throw wrongUsage('Say what to change: --title, --type, --content or --context.');
    }
    if (content === '-' && contextFile === '-') {
      throw wrongUsage('Only one of --content and --context can read standard input.');
    }
    return visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const found = await findArtifact(link, given.words[0] ?? '', { workspace, among: 'kept' });
      const context =
        contextFile === undefined ? undefined : await jsonObjectIn(contextFile, '--context', world);
      const sent = content === undefined ? undefined : await contentFromFile(visit, content);
      const { artifact } = await link.ask('x-loggia/updateArtifact', {
        artifact: found.id,
        ifRevision: seen ?? found.revision,
        ...(title !== undefined && { title }),
        ...(type !== undefined && { type }),
        ...(context && { context }),
        ...(sent && { content: { hash: sent.content.hash } }),
      });
      printer.document({ artifact });
      printer.sentence(
        artifact.state === 'draft'
          ? `Changed "${printableLine(artifact.title)}". Commit it with "loggia artifacts commit ${artifact.id} --message MESSAGE".`
          : `"${printableLine(artifact.title)}" is unchanged.`,
      );
      return 'done';
    });
  },
});
