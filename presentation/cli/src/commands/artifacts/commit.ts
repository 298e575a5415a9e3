import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { visitHost } from '../visit.ts';
import { workspaceOption } from '../workspaces/find-workspace.ts';
import { findArtifacts } from './find-artifacts.ts';
import { showDifference } from './show-difference.ts';

export const commitArtifacts = defineCommand({
  path: ['artifacts', 'commit'],
  says: 'Commit drafts: each becomes a new version, all in one commit. Shows first what would change.',
  takes: ['ARTIFACT', 'ARTIFACT…'],
  options: {
    message: {
      kind: 'text',
      value: 'MESSAGE',
      says: 'What changed and why',
      example: '--message "New prices"',
    },
    yes: { kind: 'switch', says: 'Don’t ask for confirmation' },
    ...workspaceOption,
  },
  more: 'Exactly what was shown is committed. If someone changes one of them in the meantime, nothing is committed.',
  examples: [
    ['loggia artifacts commit Budget --message "New prices"', 'Shows the difference and asks'],
    ['loggia artifacts commit Budget Plan --message "For March" --yes', 'Two at once, for a script'],
  ],
  async run(given, world) {
    const { message, yes, workspace } = given.options;
    if (message === undefined) throw wrongUsage('Describe the change with --message MESSAGE.');
    if (given.json && !yes) throw wrongUsage('With --json nobody sees what would be committed. Add --yes.');
    assertAskable(world, yes, 'commit');
    return visitHost(given, world, async ({ link, printer }) => {
      const found = await findArtifacts(link, given.words, { workspace, among: 'kept' });
      const titles = new Map(found.map(({ id, title }) => [id, title]));
      const { differences, problems } = await link.ask('x-loggia/previewCommit', {
        artifacts: [...titles.keys()],
      });
      for (const difference of differences) {
        showDifference(printer, titles.get(difference.artifact) ?? difference.artifact, difference);
      }
      if (problems.length > 0) {
        const said = problems.map(
          ({ artifact, path, message: why }) =>
            `"${printableLine(titles.get(artifact) ?? artifact)}"${path === undefined || path === '' ? '' : ` at ${path}`}: ${why}`,
        );
        throw new CommandFailed('failed', `Nothing was committed. ${said.join('\n')}`);
      }
      const what = found.length === 1 ? 'this' : `these ${found.length}`;
      await confirmed(world, yes, `Commit ${what}?`, 'Nothing was committed.');
      const { commit, artifacts } = await link.ask('x-loggia/commitArtifacts', {
        artifacts: found.map(({ id, revision }) => ({ id, ifRevision: revision })),
        message,
      });
      printer.document({ commit, artifacts });
      for (const { title, version } of artifacts) {
        printer.sentence(`Committed "${printableLine(title)}" as version ${version}.`);
      }
      return 'done';
    });
  },
});
