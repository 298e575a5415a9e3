import { readFile } from 'node:fs/promises';
import { typeUri } from '@loggia/content';
import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { accessIn, KeptAccess, type Access } from './api/access.ts';
import { httpApi, type Api } from './api/api.ts';
import { NoAccessError } from './api/errors.ts';
import { checkedFiles } from './checked-files.ts';
import type { Call, ToolDefinition, TypeDefinition, ViewDefinition } from './define-type.ts';
import { SeenEvents } from './seen-events.ts';
import { nameOf } from './tool-names.ts';
import { toolsOf } from './tools.ts';

export interface ServerDefinition {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly instructions?: string;
  /** Tools that belong to no type. */
  readonly tools?: Readonly<Record<string, ToolDefinition>>;
}

export interface ServedTypes {
  /** A server for one connection, for transports other than stdio. All of them share the kept access. */
  newServer(): McpServer;
  /** Serves over standard input and output. Standard output is the wire from then on: log to standard error. */
  listen(): { close(): Promise<void> };
  /** For work after its call: the host's API with the newest access to that artifact. */
  api(artifact: string): Api;
}

const viewMediaType = 'text/html;profile=mcp-app';

/**
 * @throws {Error} when a definition is wrong or two of them use one name; the message says which file, where, and why
 */
export function serveTypes(types: readonly TypeDefinition[], server: ServerDefinition): ServedTypes {
  const kept = new KeptAccess();
  const seen = new SeenEvents();
  const twice = types.find(({ mime }, index) => types.findIndex((other) => other.mime === mime) !== index);
  if (twice !== undefined)
    throw new Error(`Two definitions are for the type ${twice.mime}. Keep one of them.`);
  const files = new Map(types.map((type) => [type, checkedFiles(type)]));
  const tools = toolsOf(types, server.tools ?? {}, (type) => viewUri(server, type), seen);

  const newServer = (): McpServer => {
    const { name, version, title, instructions } = server;
    const mcp = new McpServer(
      { name, version, ...(title === undefined ? {} : { title }) },
      { capabilities: { tools: {}, resources: {} }, ...(instructions === undefined ? {} : { instructions }) },
    );
    for (const [type, its] of files) {
      registerFiles(mcp, type, its);
      if (type.view !== undefined) registerView(mcp, viewUri(server, type), type, type.view);
    }
    for (const [toolName, definition] of tools) {
      mcp.registerTool(
        toolName,
        {
          title: definition.title,
          description: definition.description,
          inputSchema: definition.input,
          ...(definition.annotations === undefined ? {} : { annotations: definition.annotations }),
          _meta: {
            ui: definition.ui,
            ...(definition.choices && { 'loggia/choices': definition.choices }),
          },
        },
        (args, context) =>
          definition.run(
            args,
            callOf(args, context, { kept, readOnly: definition.annotations?.readOnlyHint === true }),
          ),
      );
    }
    return mcp;
  };

  return {
    newServer,
    listen: () => serveStdio(newServer),
    api: (artifact) => httpApi(() => kept.newest(artifact) ?? noAccess()),
  };
}

function callOf(
  args: Record<string, unknown>,
  { mcpReq }: ServerContext,
  { kept, readOnly }: { readonly kept: KeptAccess; readonly readOnly: boolean },
): Call {
  const given = accessIn(mcpReq._meta);
  const artifact = artifactId(args['artifact']);
  if (given !== undefined && artifact !== undefined) kept.keep(artifact, { ...given, readOnly });
  const access = (): Access => {
    if (given === undefined) return noAccess();
    if (!kept.isOver(given)) return given;
    return (artifact === undefined ? undefined : kept.newest(artifact)) ?? noAccess();
  };
  return { api: httpApi(access, mcpReq.signal), signal: mcpReq.signal };
}

function noAccess(): never {
  throw new NoAccessError(
    'This call has no access to the artifact. Open the artifact, or use the artifact tools ' +
      'of the host itself.',
  );
}

function artifactId(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

function viewUri(server: ServerDefinition, type: TypeDefinition): string {
  return `ui://${encodeURIComponent(server.name)}/${nameOf(type)}.html`;
}

function registerFiles(mcp: McpServer, type: TypeDefinition, files: ReadonlyMap<string, string>): void {
  const mimeType = 'application/json';
  for (const [file, text] of files) {
    const uri = typeUri(type.mime, file);
    const contents = [{ uri, mimeType, text }];
    mcp.registerResource(`${type.mime} ${file}`, uri, { mimeType }, () => ({ contents }));
  }
}

function registerView(mcp: McpServer, uri: string, type: TypeDefinition, view: ViewDefinition): void {
  const { html, ...ui } = view;
  const about = { mimeType: viewMediaType, _meta: { ui } };
  mcp.registerResource(`${type.presentation.label} view`, uri, about, async () => ({
    contents: [{ uri, ...about, text: typeof html === 'string' ? html : await readPage(html) }],
  }));
}

async function readPage(file: URL): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The page of the View cannot be read. Build it first. ${why}`, { cause: error });
  }
}
