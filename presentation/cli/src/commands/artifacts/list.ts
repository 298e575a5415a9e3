import { defineCommand } from '../../command-line/command.ts';
import { wrongUsage } from '../../failure.ts';
import { oneOf } from '../choice.ts';
import { findCollection } from '../collections/find-collection.ts';
import { limitOption, mostOf } from '../limit-option.ts';
import { firstOf } from '../paged.ts';
import { visitHost } from '../visit.ts';
import { workspaceNamed, workspaceOption } from '../workspaces/find-workspace.ts';
import { artifactColumns } from './artifact-columns.ts';
import { artifactsListed } from './artifacts-listed.ts';

/** As many as fit a screen; programs get everything. */
const defaultLimit = 30;
const states = ['draft', 'committed', 'archived'] as const;
const orders = ['modified', 'created', 'title'] as const;

export const listArtifacts = defineCommand({
  path: ['artifacts', 'list'],
  says: 'List artifacts, last changed first, in all workspaces unless one is named.',
  takes: [],
  options: {
    ...workspaceOption,
    type: {
      kind: 'texts',
      value: 'TYPE',
      says: 'Only of this content type; CATEGORY/* for a whole category',
      example: '--type "CATEGORY/*"',
    },
    state: {
      kind: 'texts',
      value: 'STATE',
      says: 'Only these: draft, committed or archived (default: all except archived)',
      example: '--state draft',
    },
    collection: {
      kind: 'text',
      value: 'COLLECTION',
      says: 'Artifacts published there, as last committed',
      example: '--collection Reports',
    },
    trash: { kind: 'switch', says: 'Artifacts in the trash' },
    order: {
      kind: 'text',
      value: 'ORDER',
      says: 'modified (default), created or title',
      example: '--order title',
    },
    ...limitOption(defaultLimit),
  },
  examples: [
    ['loggia artifacts list --state draft', 'Uncommitted changes'],
    ['loggia artifacts list --trash', 'Artifacts you can still restore'],
  ],
  async run(given, world) {
    const { workspace, type, state, collection, trash, order } = given.options;
    if (trash && collection !== undefined) throw wrongUsage('Give --trash or --collection, not both.');
    const chosen = state.map((one) => oneOf('--state', one, states));
    const kept = trash || collection !== undefined ? undefined : (['draft', 'committed'] as const);
    const wanted = chosen.length > 0 ? chosen : kept;
    const sorted = order === undefined ? undefined : oneOf('--order', order, orders);
    return visitHost(given, world, async ({ link, printer }) => {
      const within = await workspaceNamed(link, workspace);
      const of = collection === undefined ? undefined : await findCollection(link, collection);
      const query = {
        ...(within && { workspace: within.id }),
        ...(of && { collection: of.id }),
        ...(wanted && { states: [...wanted] }),
        ...(type.length > 0 && { types: [...type] }),
        ...(trash && { deleted: true }),
        ...(sorted && { order: sorted }),
      };
      const most = mostOf(given, defaultLimit);
      const { items, more } = await firstOf(artifactsListed(link, query), most);
      printer.document({ artifacts: items, more });
      if (items.length === 0) {
        printer.sentence(
          trash
            ? 'The trash is empty.'
            : 'No artifacts found. Create one with "loggia artifacts create FILE".',
        );
      } else printer.table(items, artifactColumns(items));
      if (more && !given.json)
        printer.note('There are more. Show them with --limit, or find one with "loggia search".');
      return 'done';
    });
  },
});
