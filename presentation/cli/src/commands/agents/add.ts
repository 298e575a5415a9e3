import type { AgentCatalogEntry, AgentSettings } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { assertAskable, confirmed } from '../confirm.ts';
import { pairs } from '../servers/settings.ts';
import { visitHost } from '../visit.ts';
import { folderIn, programOptions, trustQuestion } from './agent-options.ts';
import { findEntry } from './find-entry.ts';
import { sayTested } from './test.ts';

export const addAgent = defineCommand({
  path: ['agents', 'add'],
  says: 'Test an agent from the catalog, or any other program, and add it.',
  takes: ['NAME'],
  takesAfterDashes: 'COMMAND ARGS…',
  options: {
    ...programOptions,
    'no-test': { kind: 'switch', says: 'Add it without a test' },
    yes: { kind: 'switch', says: 'Don’t ask for confirmation' },
  },
  more:
    'Without a command, NAME is an agent of the catalog ("loggia agents catalog"). If its program isn’t installed, npx downloads its package when it starts. ' +
    'A program that you name must be installed on the host’s machine. ' +
    'Either runs as the user of the host, outside of any sandbox. ' +
    'The host encrypts its variables and never shows them again.',
  examples: [
    ['loggia agents add opencode', 'From the catalog; shows what will run, and asks first'],
    ['loggia agents add "My Agent" -- my-agent --acp', 'By its command'],
    ['loggia agents add gemini --env GEMINI_API_KEY', 'With a key from this shell’s environment'],
  ],
  async run(given, world) {
    const { options, afterDashes, words } = given;
    const [wanted = ''] = words;
    const [command, ...args] = afterDashes;
    const line = command === undefined ? wanted : [command, ...args].join(' ');
    assertAskable(world, options.yes, `run "${printableLine(line)}"`);
    const env = pairs('--env', options.env, world.env);
    return visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const entry = command === undefined ? await findEntry(visit, wanted) : undefined;
      const base: AgentSettings = entry ? settingsOf(entry) : { name: wanted, command: command ?? '', args };
      const authMethod = options['auth-method'] ?? methodFor(entry, env);
      const settings: AgentSettings = {
        ...base,
        ...((base.env ?? options.env.length > 0) && { env: { ...base.env, ...env } }),
        ...(options.folder !== undefined && { folder: folderIn(options.folder, world) }),
        ...(authMethod !== undefined && { authMethod }),
      };
      if (entry) sayEntry(entry, (text) => printer.sentence(text));
      await confirmed(world, options.yes, trustQuestion(settings), 'Nothing was run or added.');
      let needsSignIn = false;
      if (!options['no-test']) {
        const tested = await link.ask('x-loggia/testAgent', { settings });
        needsSignIn = tested.needsSignIn === true;
        if (tested.problem !== undefined && !needsSignIn) {
          throw new CommandFailed(
            'failed',
            `${printableLine(tested.problem)} Nothing was added. To add it anyway, add --no-test.`,
          );
        }
        if (!needsSignIn) sayTested(tested, printer);
      }
      const { agent } = await link.ask('x-loggia/addAgent', { settings });
      printer.document({ agent });
      printer.sentence(
        `Added ${printableLine(agent.name)} as "${agent.agent}"${agent.isDefault ? '. New sessions use it' : ''}.`,
      );
      if (needsSignIn)
        printer.sentence(
          `It isn’t signed in. Run "loggia agents sign-in ${agent.agent}", or give it its key.`,
        );
      return 'done';
    });
  },
});

function settingsOf({ id, settings, problem }: AgentCatalogEntry): AgentSettings {
  if (settings) return settings;
  throw new CommandFailed('failed', printableLine(problem ?? `"${id}" can't run on this machine.`));
}

/** The sign-in method that belongs to a key that is given. */
function methodFor(
  entry: AgentCatalogEntry | undefined,
  env: Readonly<Record<string, string>>,
): string | undefined {
  return entry?.keys.find(({ name, authMethod }) => authMethod !== undefined && Object.hasOwn(env, name))
    ?.authMethod;
}

function sayEntry(entry: AgentCatalogEntry, say: (text: string) => void): void {
  const { name, version, license, isInstalled, problem } = entry;
  const facts = [version, license].filter((fact) => fact !== undefined).join(', ');
  const where = isInstalled
    ? 'It is installed on the host’s machine.'
    : `npx downloads ${entry.package ?? 'its package'} when it starts.`;
  say(printableLine(`${name}${facts === '' ? '' : ` (${facts})`}. ${where}`));
  if (problem !== undefined) say(printableLine(problem));
}
