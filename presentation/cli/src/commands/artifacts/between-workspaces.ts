import { defineCommand, type Command } from '../../command-line/command.ts';
import { wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { findWorkspace, workspaceOption } from '../workspaces/find-workspace.ts';
import { findArtifacts } from './find-artifacts.ts';

interface Relocation {
  readonly word: 'move' | 'copy';
  readonly says: string;
  readonly example: string;
  readonly done: string;
}

function between({ word, says, example, done }: Relocation): Command {
  return defineCommand({
    path: ['artifacts', word],
    says,
    takes: ['ARTIFACT', 'ARTIFACT…'],
    options: {
      to: {
        kind: 'text',
        value: 'WORKSPACE',
        says: 'The workspace that they go to, by id or title',
        example: '--to Archive',
      },
      ...workspaceOption,
    },
    examples: [[`loggia artifacts ${word} Budget --to Finance`, example]],
    async run(given, world) {
      const { to, workspace } = given.options;
      if (to === undefined) throw wrongUsage('Say which workspace they go to with --to.');
      return visitHost(given, world, async ({ link, printer }) => {
        const there = await findWorkspace(link, to);
        const found = await findArtifacts(link, given.words, { workspace, among: 'kept' });
        const chosen = found.map(({ id, revision }) => ({ id, ifRevision: revision }));
        printer.document(
          await link.ask(`x-loggia/${word}Artifacts`, { artifacts: chosen, workspace: there.id }),
        );
        for (const { title } of found)
          printer.sentence(`${done} "${printableLine(title)}" to "${printableLine(there.title)}".`);
        return 'done';
      });
    },
  });
}

export const moveArtifacts = between({
  word: 'move',
  says: 'Move artifacts to another workspace, with their versions.',
  example: 'It keeps its id',
  done: 'Moved',
});

export const copyArtifacts = between({
  word: 'copy',
  says: 'Copy artifacts to another workspace, with their versions.',
  example: 'The copy has an id of its own',
  done: 'Copied',
});
