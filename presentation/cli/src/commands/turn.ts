import { defineCommand, type Command } from '../command-line/command.ts';
import { wrongUsage } from '../failure.ts';
import { printableLine } from '../output/printable.ts';
import { scopeOf, visitHost, type Visit } from './visit.ts';
import { workspaceNamed } from './workspaces/find-workspace.ts';

interface Turned {
  /** The id among the customizations. */
  readonly id: string;
  readonly name: string;
}

interface Kind {
  readonly group: 'servers' | 'plugins';
  readonly one: 'server' | 'plugin';
  readonly example: string;
  find(visit: Visit, wanted: string, session: string | undefined): Promise<Turned>;
}

/** The commands that turn something on and off: in a session, in a workspace with its sessions, or everywhere. */
export function turnCommands(kind: Kind): readonly [Command, Command] {
  return [turnCommand(kind, true), turnCommand(kind, false)];
}

function turnCommand({ group, one, example, find }: Kind, enabled: boolean): Command {
  const verb = enabled ? 'enable' : 'disable';
  return defineCommand({
    path: [group, verb],
    says: `Turn a ${one} ${enabled ? 'on' : 'off'} everywhere, in one workspace or in one session.`,
    takes: ['NAME'],
    options: {
      workspace: {
        kind: 'text',
        value: 'WORKSPACE',
        says: 'Only in this workspace and its sessions (id or title; default: everywhere)',
        example: '--workspace Home',
      },
      session: {
        kind: 'text',
        value: 'URI',
        says: 'Only in this session',
        example: '--session ahp-session:/1234',
      },
    },
    more: 'The narrowest decision counts: the session’s, then the workspace’s, then the one for everywhere.',
    examples: [
      [`loggia ${group} ${verb} ${example}`, 'Everywhere'],
      [`loggia ${group} ${verb} ${example} --workspace Home`, 'In one workspace and its sessions'],
    ],
    run: (given, world) =>
      visitHost(given, world, async (visit) => {
        const { link, printer } = visit;
        const { session, workspace: wanted } = given.options;
        if (session !== undefined && wanted !== undefined)
          throw wrongUsage('--session and --workspace exclude each other. Choose one of them.');
        const workspace = await workspaceNamed(link, wanted);
        const place = workspace?.channel ?? session;
        const { id, name } = await find(visit, given.words[0] ?? '', place);
        const state = await link.ask('x-loggia/setEnabled', {
          customization: id,
          ...scopeOf(place),
          enabled,
        });
        printer.document({ [one]: id, ...state });
        const where = workspace
          ? ` in the workspace "${printableLine(workspace.title)}" and its sessions`
          : session === undefined
            ? ''
            : ' in this session';
        const opposite = enabled ? 'off' : 'on';
        const except = session === undefined ? `, except where somebody turned it ${opposite}` : '';
        printer.sentence(`"${printableLine(name)}" is ${enabled ? 'on' : 'off'}${where}${except}.`);
        return 'done';
      }),
  });
}
