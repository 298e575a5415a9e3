import { defineCommand, type Command } from '../../command-line/command.ts';
import { wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { findCollection } from '../collections/find-collection.ts';
import { visitHost } from '../visit.ts';
import { workspaceOption } from '../workspaces/find-workspace.ts';
import { findArtifacts } from './find-artifacts.ts';

function links(
  word: 'publish' | 'unpublish',
  says: string,
  done: (title: string, collection: string) => string,
): Command {
  return defineCommand({
    path: ['artifacts', word],
    says,
    takes: ['ARTIFACT', 'ARTIFACT…'],
    options: {
      collection: {
        kind: 'text',
        value: 'COLLECTION',
        says: 'The collection, by id or title',
        example: '--collection Reports',
      },
      ...workspaceOption,
    },
    examples: [[`loggia artifacts ${word} Budget --collection Reports`, 'Its last committed version']],
    async run(given, world) {
      const { collection: wanted, workspace } = given.options;
      if (wanted === undefined) throw wrongUsage('Name the collection with --collection COLLECTION.');
      return visitHost(given, world, async ({ link, printer }) => {
        const { id } = await findCollection(link, wanted);
        const found = await findArtifacts(link, given.words, { workspace, among: 'kept' });
        const { collection } = await link.ask(
          word === 'publish' ? 'x-loggia/linkArtifacts' : 'x-loggia/unlinkArtifacts',
          { collection: id, artifacts: found.map((artifact) => artifact.id) },
        );
        printer.document({ collection });
        for (const { title } of found) {
          printer.sentence(done(`"${printableLine(title)}"`, `"${printableLine(collection.title)}"`));
        }
        return 'done';
      });
    },
  });
}

export const publishArtifacts = links(
  'publish',
  'Publish artifacts in a collection, which shows their last committed version.',
  (title, collection) => `Published ${title} in ${collection}.`,
);

export const unpublishArtifacts = links(
  'unpublish',
  'Remove artifacts from a collection.',
  (title, collection) => `Took ${title} out of ${collection}.`,
);
