import type { ConnectionTest } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { outcomeOf, reportServer } from '../report-server.ts';
import { settled } from '../settle.ts';
import { findServer, visitHost } from '../visit.ts';
import { editedDefinition } from './edited-definition.ts';
import { treatmentOptions } from './treatment.ts';

export const editServer = defineCommand({
  path: ['servers', 'edit'],
  says: 'Change the settings of an added server and restart it.',
  takes: ['NAME'],
  takesAfterDashes: 'COMMAND ARGS…',
  options: {
    rename: { kind: 'text', value: 'NAME', says: 'New name', example: '--rename files' },
    url: {
      kind: 'text',
      value: 'URL',
      says: 'URL of the server',
      example: '--url https://mcp.example.com/mcp',
    },
    header: {
      kind: 'texts',
      value: 'NAME=VALUE',
      says: 'Header to add or replace',
      example: '--header X-Team=blue',
    },
    'remove-header': {
      kind: 'texts',
      value: 'NAME',
      says: 'Header to remove',
      example: '--remove-header X-Team',
    },
    env: {
      kind: 'texts',
      value: 'NAME[=VALUE]',
      says: 'Variable to add or replace (without a value: the value it has here)',
      example: '--env API_KEY',
    },
    'remove-env': {
      kind: 'texts',
      value: 'NAME',
      says: 'Variable to remove',
      example: '--remove-env API_KEY',
    },
    cwd: { kind: 'text', value: 'DIR', says: 'Where the command runs', example: '--cwd ./project' },
    ...treatmentOptions,
    'no-sandbox': { kind: 'switch', says: 'Run the command with all your permissions from now on' },
    test: { kind: 'switch', says: 'Connect with the new settings first, and save them only if that works' },
  },
  more: 'Everything you don’t name stays as it is. The host never shows stored values; after the URL changes, give the headers again.',
  examples: [
    ['loggia servers edit files -- npx -y @modelcontextprotocol/server-filesystem .', 'Another command'],
    ['loggia servers edit issues --url https://mcp.example.com/v2 --test', 'Another address, tested first'],
    ['loggia servers edit search --env API_KEY', 'Renew an API key from this environment'],
    ['loggia servers edit search --start-within 120', 'Give a slow server more time to start'],
  ],
  async run(given, world) {
    const [wanted = ''] = given.words;
    const { test: testsFirst, rename } = given.options;
    const isEmpty =
      given.afterDashes.length === 0 &&
      Object.entries(given.options).every(
        ([name, value]) =>
          name === 'test' ||
          value === undefined ||
          value === false ||
          (Array.isArray(value) && value.length === 0),
      );
    if (isEmpty && !testsFirst)
      throw wrongUsage('Nothing to change. Give an option, or a command after "--".');
    return visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const {
        id,
        name: before,
        settings,
        secrets,
      } = await link.ask('x-loggia/readServer', { server: wanted });
      const definition = editedDefinition(
        { ...given.options, command: given.afterDashes },
        { settings, secrets },
        world,
      );
      const name = rename ?? before;
      if (testsFirst) {
        const { test } = await link.ask('x-loggia/testServer', { server: id, ...definition });
        printer.sentence(testSentence(test));
        if (test.outcome === 'failed')
          throw new CommandFailed(
            'failed',
            isEmpty ? 'The connection failed.' : 'The connection failed, so nothing was saved.',
          );
        if (isEmpty) {
          printer.document({ test });
          return 'done';
        }
      }
      await link.ask('x-loggia/editServer', { server: id, name, ...definition });
      printer.sentence(`Saved "${printableLine(name)}".`);
      const { server: first } = await link.ask('x-loggia/startServer', { server: id }).catch(async () => ({
        server: await findServer(visit, id, undefined),
      }));
      const server = await settled(visit, first, undefined);
      printer.document({ server });
      reportServer(server, printer);
      return outcomeOf(server);
    });
  },
});

function testSentence({ outcome, reason, title, name, tools = [] }: ConnectionTest): string {
  if (outcome !== 'ready') return printableLine(reason ?? 'The server did not get ready.');
  const called = printableLine(title ?? name ?? 'the server');
  return `Connected to ${called}, which has ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}.`;
}
