import { hasToolSettings, sessionToolsIn, sessionToolValues, workspaceOf } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { pinnedWords, searchWords, toolOptions, toolsIn } from '../tool-options.ts';
import { visitHost } from '../visit.ts';
import { findSession } from './all-sessions.ts';

export const sessionSettings = defineCommand({
  path: ['sessions', 'settings'],
  says: 'Show or change how much room tools have in a session, and which are pinned.',
  takes: ['ID'],
  options: toolOptions('the workspace’s'),
  more: 'A session’s pins are added to those of its workspace and of the host. A change counts from the next message on.',
  examples: [
    ['loggia sessions settings 3f2a91c0', 'Shows them'],
    ['loggia sessions settings 3f2a91c0 --tool-budget 5000', 'Its agent searches for tools earlier'],
    ['loggia sessions settings 3f2a91c0 --pin Boards', 'Its agent always has the tools of Boards'],
  ],
  run(given, world) {
    const wanted = sessionToolValues(toolsIn(given.options));
    return visitHost(given, world, async ({ link, printer }) => {
      const { resource, title } = await findSession(link, given.words[0] ?? '');
      const session = link.client.session(resource);
      await session.ready;
      const { config: before, project } = session.state ?? {};
      if (!hasToolSettings(before)) {
        throw new CommandFailed(
          'failed',
          `The session "${printableLine(title)}" has no settings for tools. Start a new session to choose its tools.`,
        );
      }
      if (Object.keys(wanted).length > 0)
        await session.dispatch({ type: 'session/configChanged', config: wanted }).settled;
      const { budget, pins } = sessionToolsIn(session.state?.config?.values);
      const workspace = project && workspaceOf(project.uri);
      const around =
        workspace === undefined ? undefined : await link.ask('x-loggia/readWorkspaceSettings', { workspace });
      printer.document({ session: resource, toolBudget: budget ?? null, pinnedTools: pins });
      printer.sentence(`In "${printableLine(title)}":`);
      const room = budget ?? around?.settings.toolBudget ?? around?.host.toolBudget;
      const from = budget === undefined ? ', as in the workspace' : '';
      printer.sentence(`Agents ${searchWords(room)}${from}.`, '  ');
      const pinned = [...(around?.host.pinnedTools ?? []), ...(around?.settings.pinnedTools ?? []), ...pins];
      if (pinned.length > 0) printer.sentence(pinnedWords(pinned), '  ');
      return 'done';
    });
  },
});
