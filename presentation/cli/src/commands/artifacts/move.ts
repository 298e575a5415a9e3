import { defineCommand, type Command } from '../../command-line/command.ts';
import type { HostLink } from '../../host/host-link.ts';
import { printableLine } from '../../output/printable.ts';
import type { Printer } from '../../output/printer.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { visitHost } from '../visit.ts';
import { workspaceOption } from '../workspaces/find-workspace.ts';
import { findArtifacts, type FoundArtifact, type Scope } from './find-artifacts.ts';

interface Move {
  readonly word: 'archive' | 'unarchive' | 'delete' | 'undelete';
  readonly says: string;
  readonly example: string;
  readonly among: Scope['among'];
  readonly done: string;
}

function moves({ word, says, example, among, done }: Move): Command {
  return defineCommand({
    path: ['artifacts', word],
    says,
    takes: ['ARTIFACT', 'ARTIFACT…'],
    options: workspaceOption,
    examples: [[`loggia artifacts ${word} Budget`, example]],
    run: (given, world) =>
      visitHost(given, world, async ({ link, printer }) => {
        const { workspace } = given.options;
        const found = await findArtifacts(link, given.words, { workspace, among });
        printer.document(await link.ask(`x-loggia/${word}Artifacts`, { artifacts: idsOf(found) }));
        sayOfEach(printer, done, found);
        return 'done';
      }),
  });
}

function idsOf(found: readonly FoundArtifact[]): string[] {
  return found.map(({ id }) => id);
}

function sayOfEach(printer: Printer, done: string, found: readonly FoundArtifact[]): void {
  for (const { title } of found) printer.sentence(`${done} "${printableLine(title)}".`);
}

export const archiveArtifacts = moves({
  word: 'archive',
  says: 'Archive artifacts. They keep their versions and can be restored.',
  example: 'No longer listed',
  among: 'kept',
  done: 'Archived',
});

export const unarchiveArtifacts = moves({
  word: 'unarchive',
  says: 'Restore archived artifacts.',
  example: 'Listed again',
  among: 'kept',
  done: 'Restored',
});

export const deleteArtifacts = moves({
  word: 'delete',
  says: 'Move artifacts to the trash. They can be restored until they are purged.',
  example: '"loggia artifacts undelete" restores it',
  among: 'kept',
  done: 'Moved to the trash:',
});

export const undeleteArtifacts = moves({
  word: 'undelete',
  says: 'Restore artifacts from the trash.',
  example: 'As it was before it was deleted',
  among: 'trash',
  done: 'Restored',
});

export const purgeArtifacts = defineCommand({
  path: ['artifacts', 'purge'],
  says: 'Delete artifacts in the trash permanently, with all their versions.',
  takes: ['ARTIFACT', 'ARTIFACT…'],
  options: { yes: { kind: 'switch', says: 'Don’t ask for confirmation' }, ...workspaceOption },
  examples: [['loggia artifacts purge Budget', 'Asks first. This can’t be undone']],
  async run(given, world) {
    const { yes, workspace } = given.options;
    assertAskable(world, yes, 'delete them permanently');
    return visitHost(given, world, async ({ link, printer }) => {
      const found = await findArtifacts(link, given.words, { workspace, among: 'trash' });
      const titles = found.map(({ title }) => `"${printableLine(title)}"`).join(', ');
      await confirmed(
        world,
        yes,
        `Delete ${titles} permanently? Backups and downloads keep their copies.`,
        'Nothing was changed.',
      );
      printer.document(await purge(link, found));
      sayOfEach(printer, 'Deleted', found);
      return 'done';
    });
  },
});

function purge(link: HostLink, found: readonly FoundArtifact[]) {
  return link.ask('x-loggia/purgeArtifacts', { artifacts: idsOf(found) });
}
