import type { Artifact } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { wrongUsage } from '../../failure.ts';
import { jsonObjectIn } from '../../files/local-file.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost, type Visit } from '../visit.ts';
import { workspaceMeant, workspaceOption } from '../workspaces/find-workspace.ts';
import { contentFromFile } from './content-from-file.ts';

export const createArtifact = defineCommand({
  path: ['artifacts', 'create'],
  says: 'Create a draft artifact from a file or from standard input.',
  takes: ['[FILE]'],
  options: {
    title: {
      kind: 'text',
      value: 'TITLE',
      says: 'Title, instead of the file’s name',
      example: '--title Budget',
    },
    type: {
      kind: 'text',
      value: 'TYPE',
      says: 'Its content type, where neither name nor content tell',
      example: '--type CATEGORY/SUBTYPE',
    },
    context: {
      kind: 'text',
      value: 'FILE',
      says: 'Its context: a file with one JSON object; - for standard input',
      example: '--context context.json',
    },
    commit: {
      kind: 'text',
      value: 'MESSAGE',
      says: 'Commit it right away with this message',
      example: '--commit "First version"',
    },
    ...workspaceOption,
  },
  more: 'Use - as FILE to read standard input. Without FILE, the artifact starts from the template of its type and needs --type. A draft that was made so without --title and --context goes to the trash after a day if nobody has used it.',
  examples: [
    ['loggia artifacts create report.pdf --commit "First version"', 'A file of any size'],
    ['loggia artifacts create - --title "The log" < log.txt', 'From standard input'],
  ],
  async run(given, world) {
    const [file] = given.words;
    const { title, type, context: contextFile, commit: message } = given.options;
    if (file === undefined && type === undefined) {
      throw wrongUsage('Name a FILE, or give --type to start from a template.');
    }
    if (file === '-' && title === undefined) throw wrongUsage('Give standard input a title with --title.');
    if (file === '-' && contextFile === '-')
      throw wrongUsage('Only one of FILE and --context can read standard input.');
    return visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const workspace = await workspaceMeant(link, given.options.workspace);
      const context =
        contextFile === undefined ? undefined : await jsonObjectIn(contextFile, '--context', world);
      const sent = file === undefined ? undefined : await contentFromFile(visit, file);
      const fileName = sent?.file.name;
      const { artifact } = await link.ask('x-loggia/createArtifact', {
        workspace: workspace.id,
        ...titled(title ?? fileName),
        ...(type !== undefined && { type }),
        ...(fileName !== undefined && { fileName: fileName.slice(-255) }),
        ...(context && { context }),
        ...(sent ? { content: { hash: sent.content.hash } } : { fromTemplate: true }),
      });
      const made = `Created "${printableLine(artifact.title)}" (${artifact.id}), ${printableLine(artifact.type)}, in "${printableLine(workspace.title)}"`;
      if (message === undefined) {
        printer.document({ artifact });
        printer.sentence(`${made}, as a draft.`);
        return 'done';
      }
      const commit = await committed(visit, artifact, message);
      printer.document({ artifact: commit.artifact, commit: commit.commit });
      printer.sentence(`${made}, and committed it as version ${commit.artifact?.version ?? 1}.`);
      return 'done';
    });
  },
});

function titled(title: string | undefined): { title?: string } {
  return title === undefined ? {} : { title };
}

async function committed({ link, printer }: Visit, { id, revision }: Artifact, message: string) {
  try {
    const { commit, artifacts } = await link.ask('x-loggia/commitArtifacts', {
      artifacts: [{ id, ifRevision: revision }],
      message,
    });
    return { commit, artifact: artifacts[0] };
  } catch (error) {
    printer.note(`The artifact is there as a draft (${id}), but it could not be committed.`);
    throw error;
  }
}
