import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { outcomeOf, reportServer } from '../report-server.ts';
import { settled } from '../settle.ts';
import { findServer, quoted, visitHost } from '../visit.ts';
import { workspaceNamed } from '../workspaces/find-workspace.ts';
import { settingsOf } from './settings.ts';
import { treatmentOptions } from './treatment.ts';

export const addServer = defineCommand({
  path: ['servers', 'add'],
  says: 'Add a server to all workspaces or to one: a command to run, or a URL.',
  takes: ['NAME'],
  takesAfterDashes: 'COMMAND ARGS…',
  options: {
    url: {
      kind: 'text',
      value: 'URL',
      says: 'URL of the server',
      example: '--url https://mcp.example.com/mcp',
    },
    sse: { kind: 'switch', says: 'Use the legacy HTTP+SSE transport for --url' },
    header: {
      kind: 'texts',
      value: 'NAME=VALUE',
      says: 'Header for every request to --url',
      example: '--header X-Team=blue',
    },
    env: {
      kind: 'texts',
      value: 'NAME[=VALUE]',
      says: 'Variable for the command (without a value: the value it has here)',
      example: '--env API_KEY',
    },
    cwd: {
      kind: 'text',
      value: 'DIR',
      says: 'Where the command runs (default: here; in a sandbox, a folder of its own)',
      example: '--cwd ./project',
    },
    sandbox: {
      kind: 'switch',
      says: 'Run the command in a sandbox, with the session’s folder and no network',
    },
    'allow-read': {
      kind: 'texts',
      value: 'DIR',
      says: 'Folder that it can read in the sandbox, instead of the session’s folder',
      example: '--allow-read ./notes',
    },
    'allow-write': {
      kind: 'texts',
      value: 'DIR',
      says: 'Folder that it can read and write in the sandbox',
      example: '--allow-write ./notes',
    },
    'allow-network': { kind: 'switch', says: 'Let it use the host’s network from the sandbox' },
    ...treatmentOptions,
    'client-id': {
      kind: 'text',
      value: 'ID',
      says: 'OAuth client id, if you registered one manually',
      example: '--client-id loggia',
    },
    'client-secret-env': {
      kind: 'text',
      value: 'NAME',
      says: 'Environment variable with that client’s secret',
      example: '--client-secret-env CLIENT_SECRET',
    },
    workspace: {
      kind: 'text',
      value: 'WORKSPACE',
      says: 'Only this workspace and its sessions get it (id or title; default: all of them)',
      example: '--workspace Home',
    },
    'no-start': { kind: 'switch', says: 'Don’t start the server now' },
  },
  more: 'Here --url is the server’s. To add a server to a remote host, set LOGGIA_URL and LOGGIA_TOKEN.',
  examples: [
    ['loggia servers add files -- npx -y @modelcontextprotocol/server-filesystem .', 'A command'],
    ['loggia servers add issues --url https://mcp.example.com/mcp', 'An address'],
    [
      'loggia servers add notes --sandbox --allow-write /srv/notes -- notes-server /srv/notes',
      'A command limited to one folder',
    ],
    ['loggia servers add search --env API_KEY -- search-server', 'A command that needs an API key'],
    ['loggia servers add notes --workspace Home -- notes-server', 'A command for one workspace alone'],
  ],
  async run(given, world) {
    const [name = ''] = given.words;
    const settings = settingsOf({ ...given.options, command: given.afterDashes }, world);
    return visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const waits = given.options['no-start'];
      const workspace = await workspaceNamed(link, given.options.workspace);
      const { id } = await link.ask('x-loggia/addServer', {
        name,
        settings,
        ...(workspace && { workspace: workspace.id }),
        ...(waits && { start: false }),
      });
      const where = workspace ? ` to the workspace "${printableLine(workspace.title)}"` : '';
      printer.sentence(`Added "${printableLine(name)}"${where}.`);
      if (waits) {
        printer.document({ server: await findServer(visit, id, undefined) });
        printer.sentence(`Start it with "loggia servers start ${quoted(name)}".`);
        return 'done';
      }
      const { server: first } = await link.ask('x-loggia/startServer', { server: id });
      const server = await settled(visit, first, undefined);
      printer.document({ server });
      reportServer(server, printer);
      return outcomeOf(server);
    });
  },
});
