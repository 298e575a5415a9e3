import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { visitHost } from '../visit.ts';
import { findAgent } from './find-agent.ts';

export const removeAgent = defineCommand({
  path: ['agents', 'remove'],
  says: 'Remove an agent that was added, and delete its variables.',
  takes: ['NAME'],
  options: { yes: { kind: 'switch', says: 'Don’t ask for confirmation' } },
  examples: [
    ['loggia agents remove opencode', 'Asks first; its sessions keep their messages'],
    ['loggia agents remove opencode --yes', 'For a script'],
  ],
  async run(given, world) {
    const [wanted = ''] = given.words;
    const { yes } = given.options;
    assertAskable(world, yes, `remove "${wanted}"`);
    return visitHost(given, world, async (visit) => {
      const { agent, name } = await findAgent(visit, wanted);
      const shown = printableLine(name);
      await confirmed(world, yes, `Remove "${shown}"?`, `"${shown}" was not removed.`);
      await visit.link.ask('x-loggia/removeAgent', { agent });
      visit.printer.document({ removed: agent });
      visit.printer.sentence(`Removed "${shown}".`);
      return 'done';
    });
  },
});
