import { defineType, serveTypes, type Artifact, type ServedTypes } from '@loggia/kit';
import { events } from './events.ts';
import { registrationSchema } from './registration.ts';
import { statusOf, viewTools } from './tools.ts';

/** Registrations of MCP servers as artifacts: written, reviewed, committed and taken back like any other content. */
export function serversServer(html: string | URL): ServedTypes {
  const registration = defineType({
    mime: 'application/vnd.loggia.mcp-server+json',
    version: '1.0.0',
    name: 'mcp_server',
    description: 'An MCP server that the host runs or reaches. Committing it registers the server.',
    extensions: ['.mcp-server'],
    presentation: {
      label: 'MCP server',
      icon: 'plug',
      color: '#5b6bd6',
      modes: ['view', 'edit'],
      creatable: {
        label: 'New MCP server',
        title: 'Untitled server',
        context: { name: 'my-server', settings: { type: 'stdio', command: '', args: [] } },
      },
    },
    schema: registrationSchema,
    ui: {
      order: ['/name', '/settings/type', '/settings/command', '/settings/args', '/settings/url'],
      fields: {
        '/name': { label: 'Name' },
        '/settings/command': { label: 'Command' },
        '/settings/url': { label: 'Address' },
      },
    },
    preview: {
      text: '/name',
      fields: [
        { label: 'Command', path: '/settings/command' },
        { label: 'Address', path: '/settings/url' },
      ],
    },
    view: { html, prefersBorder: false },
    open: async (artifact, { api }) => ({
      content: [{ type: 'text', text: `“${artifact.title}” is open.` }],
      structuredContent: await statusOf(artifact, api).catch((error: unknown) =>
        withoutHost(artifact, error),
      ),
    }),
    events,
    capabilities: {
      // Without the values of variables and headers: results of a search are shown in more places than the artifact.
      extract_text: ({ context }) => searchable(context),
    },
    needs: ['servers'],
  });
  return serveTypes([registration], {
    name: 'loggia-servers',
    version: '1.0.0',
    title: 'MCP servers',
    tools: viewTools,
  });
}

/** The settings can be looked at even where nothing can be asked of the host. */
function withoutHost({ revision, state, version, title, context }: Artifact, error: unknown) {
  const problem = error instanceof Error ? error.message : String(error);
  return { artifact: { revision, state, version, title }, draft: context, permission: 'unknown', problem };
}

function searchable(context: Readonly<Record<string, unknown>>): string {
  const parsed = registrationSchema.safeParse(context);
  if (!parsed.success) return '';
  const { name, settings } = parsed.data;
  const { command, args = [], url, env = {}, headers = {} } = settings;
  return [name, command, ...args, url, ...Object.keys(env), ...Object.keys(headers)]
    .filter((text) => text !== undefined && text !== '')
    .join('\n');
}
