import { HostError } from '@loggia/client';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { uniqueStarts } from '../unique-starts.ts';
import { visitHost } from '../visit.ts';
import { findWorkspace } from './find-workspace.ts';

const described = {
  description: {
    kind: 'text',
    value: 'TEXT',
    says: 'What it is for',
    example: '--description "Everything about the move"',
  },
} as const;

export const listWorkspaces = defineCommand({
  path: ['workspaces', 'list'],
  says: 'List the workspaces.',
  takes: [],
  options: {},
  examples: [['loggia workspaces list', 'All of them']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { workspaces } = await link.ask('x-loggia/listWorkspaces', {});
      printer.document({ workspaces });
      if (workspaces.length === 0) {
        printer.sentence('There are no workspaces. Create one with "loggia workspaces create TITLE".');
        return 'done';
      }
      const ids = uniqueStarts(workspaces.map(({ id }) => id));
      printer.table(workspaces, [
        { title: 'id', cell: ({ id }) => ids.get(id) ?? id, whole: true },
        { title: 'title', cell: ({ title }) => title },
        { title: 'description', cell: ({ description = '' }) => description },
        { title: 'created', cell: ({ createdAt }) => createdAt.replace(/\.\d+Z$/, 'Z') },
      ]);
      return 'done';
    }),
});

export const createWorkspace = defineCommand({
  path: ['workspaces', 'create'],
  says: 'Create an empty workspace.',
  takes: ['TITLE'],
  options: described,
  examples: [
    ['loggia workspaces create "The move"', 'Then put something into it with "loggia artifacts create"'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { description } = given.options;
      const { workspace } = await link.ask('x-loggia/createWorkspace', {
        title: given.words[0] ?? '',
        ...(description !== undefined && { description }),
      });
      printer.document({ workspace });
      printer.sentence(`Created "${printableLine(workspace.title)}" (${workspace.id}).`);
      return 'done';
    }),
});

export const renameWorkspace = defineCommand({
  path: ['workspaces', 'rename'],
  says: 'Rename a workspace or change its description.',
  takes: ['WORKSPACE', '[TITLE]'],
  options: described,
  examples: [['loggia workspaces rename Home Office', 'Another title']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const [wanted = '', title] = given.words;
      const { description } = given.options;
      const before = await findWorkspace(link, wanted);
      const { workspace } = await link.ask('x-loggia/updateWorkspace', {
        workspace: before.id,
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
      });
      printer.document({ workspace });
      printer.sentence(`"${printableLine(before.title)}" is "${printableLine(workspace.title)}" now.`);
      return 'done';
    }),
});

/** The host's errors name parameters, but users of the command line know options. */
function inOwnWords(error: unknown): unknown {
  if (!(error instanceof HostError) || !error.message.includes('"withContents"')) return error;
  return new CommandFailed('failed', `${error.message} On the command line, add --with-contents.`, {
    cause: error,
  });
}

export const deleteWorkspace = defineCommand({
  path: ['workspaces', 'delete'],
  says: 'Delete a workspace permanently.',
  takes: ['WORKSPACE'],
  options: {
    'with-contents': { kind: 'switch', says: 'Also delete its artifacts, with all their versions' },
    yes: { kind: 'switch', says: 'Don’t ask for confirmation' },
  },
  examples: [
    ['loggia workspaces delete Old', 'Only if it is empty. Asks first'],
    ['loggia workspaces delete Old --with-contents --yes', 'With everything in it, for a script'],
  ],
  async run(given, world) {
    const [wanted = ''] = given.words;
    const { yes, 'with-contents': withContents } = given.options;
    assertAskable(world, yes, `delete "${wanted}"`);
    return visitHost(given, world, async ({ link, printer }) => {
      const workspace = await findWorkspace(link, wanted);
      const shown = printableLine(workspace.title);
      const what = withContents ? ' with everything in it' : '';
      await confirmed(world, yes, `Delete "${shown}"${what} permanently?`, `"${shown}" was not changed.`);
      await link
        .ask('x-loggia/deleteWorkspace', { workspace: workspace.id, ...(withContents && { withContents }) })
        .catch((error: unknown) => {
          throw inOwnWords(error);
        });
      printer.document({ deleted: workspace.id });
      printer.sentence(`Deleted "${shown}".`);
      return 'done';
    });
  },
});
