import type { AgentReport, AgentSettings } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import type { World } from '../../world.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { pairs } from '../servers/settings.ts';
import { visitHost } from '../visit.ts';
import { folderIn, programOptions, trustQuestion } from './agent-options.ts';
import { findAgent } from './find-agent.ts';
import { sayTested } from './test.ts';

export const editAgent = defineCommand({
  path: ['agents', 'edit'],
  says: 'Change an agent that was added, after a test of the new settings.',
  takes: ['NAME'],
  takesAfterDashes: 'COMMAND ARGS…',
  options: {
    name: { kind: 'text', value: 'NAME', says: 'Another name', example: '--name "My OpenCode"' },
    ...programOptions,
    'remove-env': {
      kind: 'texts',
      value: 'NAME',
      says: 'Variable to remove; the others keep their values',
      example: '--remove-env OLD_KEY',
    },
    'no-test': { kind: 'switch', says: 'Change it without a test' },
    yes: { kind: 'switch', says: 'Don’t ask for confirmation' },
  },
  more: 'Settings that you don’t name stay as they are. An empty --folder or --auth-method removes it. Running turns end with the settings that they began with.',
  examples: [
    ['loggia agents edit gemini --env GEMINI_API_KEY', 'Another key'],
    ['loggia agents edit opencode -- /opt/opencode/bin/opencode acp', 'Another program; asks first'],
  ],
  async run(given, world) {
    const { options, afterDashes, words } = given;
    const [wanted = ''] = words;
    const typed: Typed = { ...options, env: pairs('--env', options.env, world.env), line: afterDashes };
    if (!isChange(typed))
      throw wrongUsage('Name what to change, such as --env NAME=VALUE or a command after "--".');
    const runs = afterDashes.length > 0 || options.folder !== undefined;
    if (runs) assertAskable(world, options.yes, `change "${wanted}"`);
    return visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const report = await findAgent(visit, wanted);
      if (report.source.kind !== 'added')
        throw new CommandFailed(
          'failed',
          `"${report.agent}" wasn’t added with "loggia agents add". Change it where it comes from.`,
        );
      const settings = changed(report, typed, world);
      if (runs) await confirmed(world, options.yes, trustQuestion(settings), 'Nothing was changed.');
      const { agent } = report;
      if (!options['no-test']) {
        const tested = await link.ask('x-loggia/testAgent', { agent, settings });
        if (tested.problem !== undefined && tested.needsSignIn !== true)
          throw new CommandFailed(
            'failed',
            `${printableLine(tested.problem)} Nothing was changed. To change it anyway, add --no-test.`,
          );
        if (tested.problem === undefined) sayTested(tested, printer);
      }
      const answer = await link.ask('x-loggia/updateAgent', { agent, settings });
      printer.document(answer);
      printer.sentence(`Changed ${printableLine(answer.agent.name)}.`);
      return 'done';
    });
  },
});

interface Typed {
  readonly name: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string | undefined;
  readonly 'auth-method': string | undefined;
  readonly 'remove-env': readonly string[];
  /** The words after `--`. */
  readonly line: readonly string[];
}

function isChange(typed: Typed): boolean {
  return (
    [typed.name, typed.folder, typed['auth-method']].some((text) => text !== undefined) ||
    Object.keys(typed.env).length + typed['remove-env'].length + typed.line.length > 0
  );
}

/** The settings as they would be. Another command doesn't come from the catalog, so what it needs isn't known. */
function changed(report: AgentReport, typed: Typed, world: World): AgentSettings {
  const { command: [program = '', ...rest] = [], variables = [], install, node } = report;
  const [command = program, ...args] = typed.line.length > 0 ? typed.line : [program, ...rest];
  const removed = new Set(typed['remove-env']);
  const kept = variables.filter((name) => !removed.has(name)).map((name) => [name, null] as const);
  const folder = typed.folder === undefined ? report.folder : typed.folder && folderIn(typed.folder, world);
  const authMethod = typed['auth-method'] ?? report.authMethod;
  return {
    name: typed.name ?? report.name,
    command,
    args,
    env: { ...Object.fromEntries(kept), ...typed.env },
    ...(folder && { folder }),
    ...(authMethod && { authMethod }),
    ...(typed.line.length === 0 && install !== undefined && { install }),
    ...(typed.line.length === 0 && node !== undefined && { node }),
  };
}
