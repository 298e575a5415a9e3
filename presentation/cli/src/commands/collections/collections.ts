import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { artifactColumns } from '../artifacts/artifact-columns.ts';
import { artifactsListed } from '../artifacts/artifacts-listed.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { limitOption, mostOf } from '../limit-option.ts';
import { firstOf } from '../paged.ts';
import { uniqueStarts } from '../unique-starts.ts';
import { visitHost } from '../visit.ts';
import { findCollection } from './find-collection.ts';

const defaultLimit = 50;
const described = {
  description: {
    kind: 'text',
    value: 'TEXT',
    says: 'What it is for',
    example: '--description "What everybody may see"',
  },
} as const;

export const listCollections = defineCommand({
  path: ['collections', 'list'],
  says: 'List the collections.',
  takes: [],
  options: {},
  examples: [['loggia collections list', 'All of them']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { collections } = await link.ask('x-loggia/listCollections', {});
      printer.document({ collections });
      if (collections.length === 0) {
        printer.sentence('There are no collections. Create one with "loggia collections create TITLE".');
        return 'done';
      }
      const ids = uniqueStarts(collections.map(({ id }) => id));
      printer.table(collections, [
        { title: 'id', cell: ({ id }) => ids.get(id) ?? id, whole: true },
        { title: 'title', cell: ({ title }) => title },
        { title: 'artifacts', cell: ({ count }) => String(count), whole: true },
        { title: 'description', cell: ({ description = '' }) => description },
      ]);
      return 'done';
    }),
});

export const showCollection = defineCommand({
  path: ['collections', 'show'],
  says: 'Show the artifacts published in a collection.',
  takes: ['COLLECTION'],
  options: {
    ...limitOption(defaultLimit),
  },
  examples: [['loggia collections show Reports', 'By its title']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const collection = await findCollection(link, given.words[0] ?? '');
      const most = mostOf(given, defaultLimit);
      const { items, more } = await firstOf(artifactsListed(link, { collection: collection.id }), most);
      printer.document({ collection, artifacts: items, more });
      if (collection.description !== undefined) printer.sentence(collection.description);
      if (items.length === 0) {
        printer.sentence(
          'Nothing is published here. Publish with "loggia artifacts publish ARTIFACT --collection COLLECTION".',
        );
      } else printer.table(items, artifactColumns(items));
      if (more && !given.json) printer.note('There are more. Show them with --limit.');
      return 'done';
    }),
});

export const createCollection = defineCommand({
  path: ['collections', 'create'],
  says: 'Create an empty collection.',
  takes: ['TITLE'],
  options: described,
  examples: [
    ['loggia collections create Reports', 'Then publish something in it with "loggia artifacts publish"'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { description } = given.options;
      const { collection } = await link.ask('x-loggia/createCollection', {
        title: given.words[0] ?? '',
        ...(description !== undefined && { description }),
      });
      printer.document({ collection });
      printer.sentence(`Created "${printableLine(collection.title)}" (${collection.id}).`);
      return 'done';
    }),
});

export const renameCollection = defineCommand({
  path: ['collections', 'rename'],
  says: 'Rename a collection or change its description.',
  takes: ['COLLECTION', '[TITLE]'],
  options: described,
  examples: [['loggia collections rename Reports "All reports"', 'Another title']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const [wanted = '', title] = given.words;
      const { description } = given.options;
      const before = await findCollection(link, wanted);
      const { collection } = await link.ask('x-loggia/updateCollection', {
        collection: before.id,
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
      });
      printer.document({ collection });
      printer.sentence(`"${printableLine(before.title)}" is "${printableLine(collection.title)}" now.`);
      return 'done';
    }),
});

export const deleteCollection = defineCommand({
  path: ['collections', 'delete'],
  says: 'Delete a collection. Its artifacts stay in their workspaces.',
  takes: ['COLLECTION'],
  options: { yes: { kind: 'switch', says: 'Don’t ask for confirmation' } },
  examples: [['loggia collections delete Reports', 'Asks first']],
  async run(given, world) {
    const [wanted = ''] = given.words;
    assertAskable(world, given.options.yes, `delete "${wanted}"`);
    return visitHost(given, world, async ({ link, printer }) => {
      const { id, title } = await findCollection(link, wanted);
      const shown = printableLine(title);
      await confirmed(world, given.options.yes, `Delete "${shown}"?`, `"${shown}" was not changed.`);
      await link.ask('x-loggia/deleteCollection', { collection: id });
      printer.document({ deleted: id });
      printer.sentence(`Deleted "${shown}".`);
      return 'done';
    });
  },
});
