/**
 * An MCP server over stdio without any library, so that a hundred of them start quickly and a benchmark measures the
 * host. A program: run it with Node. `--broken` makes it fail at the start, like a server that lacks something;
 * `--apps` gives it a View, tools of every visibility, logging, and a list of tools that grows.
 */
import { createInterface } from 'node:readline';

interface Request {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly uri?: string;
    readonly level?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
    readonly protocolVersion?: string;
  };
}

interface Tool {
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Undefined: never answers. */
  run(given: Readonly<Record<string, unknown>>): unknown;
}

const withApps = process.argv.includes('--apps');
const view = 'ui://echo/view.html';
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const say = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const tools = new Map<string, Tool>([
  ['echo', { run: (given) => text(JSON.stringify(given)) }],
  ['wait', { run: () => undefined }],
  ['crash', { run: () => process.exit(3) }],
  ['environment', { run: () => text(JSON.stringify(process.env)) }],
]);

if (withApps) {
  tools.set('show', { meta: { ui: { resourceUri: view } }, run: () => text('shown') });
  tools.set('for-model', { meta: { ui: { visibility: ['model'] } }, run: () => text('SECRET') });
  tools.set('for-view', { meta: { ui: { visibility: ['app'] } }, run: () => text('for the View') });
  tools.set('big', { run: () => text('x'.repeat(50 * 1024 * 1024)) });
  tools.set('grow', {
    run: () => {
      tools.set(`grown-${tools.size}`, { run: () => text('grown') });
      say({ method: 'notifications/tools/list_changed' });
      return text('one more');
    },
  });
}

function describe([name, { meta }]: [string, Tool]): object {
  const properties = name === 'echo' ? { text: { type: 'string' } } : {};
  const inputSchema = { type: 'object', properties };
  return { name, description: `The tool ${name}.`, inputSchema, ...(meta && { _meta: meta }) };
}

function answer({ method, params = {} }: Request): unknown {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: {
          tools: withApps ? { listChanged: true } : {},
          resources: {},
          ...(withApps && { logging: {} }),
        },
        serverInfo: { name: 'echo-server', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools: [...tools].map(describe) };
    case 'tools/call':
      return tools.get(params.name ?? '')?.run(params.arguments ?? {});
    case 'resources/list':
      return { resources: withApps ? [{ uri: view, name: 'view' }] : [] };
    case 'resources/templates/list':
      return { resourceTemplates: [] };
    case 'resources/read':
      return {
        contents: [
          { uri: params.uri, mimeType: 'text/html;profile=mcp-app', text: '<!doctype html><p>Echo' },
        ],
      };
    case 'logging/setLevel':
      say({ method: 'notifications/message', params: { level: params.level, data: 'level set' } });
      return {};
    case 'ping':
      return {};
    default:
      return undefined;
  }
}

function handle(line: string): void {
  const request = JSON.parse(line) as Request;
  const { id, method, params } = request;
  if (id === undefined) return;
  const result = answer(request);
  if (result !== undefined) say({ id, result });
  else if (method !== 'tools/call' || !tools.has(params?.name ?? ''))
    say({ id, error: { code: -32601, message: `There is no ${method}.` } });
}

if (process.argv.includes('--broken')) {
  process.stderr.write('Error: Cannot find module "something-it-needs"\n');
  process.exit(1);
}
createInterface({ input: process.stdin }).on('line', handle);
