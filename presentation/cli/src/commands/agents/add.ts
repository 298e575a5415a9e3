import type { AgentSettings } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { pairs } from '../servers/settings.ts';
import { visitHost } from '../visit.ts';
import { sayTested } from './test.ts';

export const addAgent = defineCommand({
  path: ['agents', 'add'],
  says: 'Test a program that speaks the Agent Client Protocol, and add it as an agent.',
  takes: ['NAME'],
  takesAfterDashes: 'COMMAND ARGS…',
  options: {
    env: {
      kind: 'texts',
      value: 'NAME[=VALUE]',
      says: 'Variable for the program, such as its key (without a value: the value it has here)',
      example: '--env GEMINI_API_KEY',
    },
    'auth-method': {
      kind: 'text',
      value: 'ID',
      says: 'Sign-in method that the agent wants before a session',
      example: '--auth-method gemini-api-key',
    },
    'no-test': { kind: 'switch', says: 'Add it without a test' },
    yes: { kind: 'switch', says: 'Don’t ask for confirmation' },
  },
  more:
    'The program must be installed on the host’s machine. It runs as the user of the host, outside of any sandbox, in the folder of the session. ' +
    'The host encrypts its variables and never shows them again.',
  examples: [
    ['loggia agents add OpenCode -- opencode acp', 'Shows what will run, and asks first'],
    [
      'loggia agents add Gemini --env GEMINI_API_KEY --auth-method gemini-api-key -- gemini --acp',
      'With a key from this shell’s environment',
    ],
  ],
  async run(given, world) {
    const { options, afterDashes, words } = given;
    const [command, ...args] = afterDashes;
    if (command === undefined)
      throw wrongUsage('Write the command of the agent after "--": loggia agents add NAME -- COMMAND.');
    const line = printableLine([command, ...args].join(' '));
    assertAskable(world, options.yes, `run "${line}"`);
    const settings: AgentSettings = {
      name: words[0] ?? '',
      command,
      args,
      ...(options.env.length > 0 && { env: pairs('--env', options.env, world.env) }),
      ...(options['auth-method'] !== undefined && { authMethod: options['auth-method'] }),
    };
    return visitHost(given, world, async ({ link, printer }) => {
      const question = `Run "${line}" on the host’s machine, with all permissions of the host’s user?`;
      await confirmed(world, options.yes, question, 'Nothing was run or added.');
      if (!options['no-test']) {
        const tested = await link.ask('x-loggia/testAgent', { settings });
        if (tested.problem !== undefined) {
          throw new CommandFailed(
            'failed',
            `${printableLine(tested.problem)} Nothing was added. To add it anyway, add --no-test.`,
          );
        }
        sayTested(tested, printer);
      }
      const { agent } = await link.ask('x-loggia/addAgent', { settings });
      printer.document({ agent });
      printer.sentence(
        `Added ${printableLine(agent.name)} as "${agent.agent}"${agent.isDefault ? '. New sessions use it' : ''}.`,
      );
      return 'done';
    });
  },
});
