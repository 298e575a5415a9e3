import { defineCommand } from '../../command-line/command.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { visitHost } from '../visit.ts';

export const rotateToken = defineCommand({
  path: ['token', 'rotate'],
  says: 'Replace the token: sign out every browser and close every connection that used the old one.',
  takes: [],
  options: { yes: { kind: 'switch', says: 'Don’t ask for confirmation' } },
  more: 'API keys stay valid; "loggia keys revoke" ends one. Without a running host, delete the file "token" in its data directory; the next start makes a new one.',
  examples: [['loggia token rotate', 'When somebody else may know the token']],
  async run(given, world) {
    const { yes } = given.options;
    assertAskable(world, yes, 'replace the token');
    await confirmed(
      world,
      yes,
      'Replace the token? Every browser is signed out, and programs have to read the new token.',
      'The token was not replaced.',
    );
    return visitHost(given, world, async ({ link, printer }) => {
      await link.ask('x-loggia/rotateToken', {});
      printer.document({ rotated: true });
      printer.sentence('The token was replaced. Sign in again with "loggia open".');
      printer.sentence(
        'API keys stay valid. "loggia keys list" shows them, and "loggia keys revoke" ends one.',
      );
      return 'done';
    });
  },
});
