// An MCP server by hand: each page `<name>.html` of a folder is the View of a tool of that name, with what
// `<name>.json` says of it as its `_meta.ui`.

import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';

const folder = process.argv[2] ?? '.';
const names = () =>
  fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .map((file) => path.basename(file, '.html'));
const uriOf = (/** @type {string} */ name) => `ui://views/${name}`;

/** @param {string} name */
function contentOf(name) {
  const declared = path.join(folder, `${name}.json`);
  const ui = fs.existsSync(declared) ? JSON.parse(fs.readFileSync(declared, 'utf8')) : undefined;
  return {
    uri: uriOf(name),
    mimeType: 'text/html; Profile="mcp-app"',
    text: fs.readFileSync(path.join(folder, `${name}.html`), 'utf8'),
    ...(ui && { _meta: { ui } }),
  };
}

/** @type {Record<string, (params: any) => unknown>} */
const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'views', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: names().map((name) => ({
      name,
      inputSchema: { type: 'object' },
      _meta: { ui: { resourceUri: uriOf(name) } },
    })),
  }),
  'tools/call': ({ name }) => ({ content: [{ type: 'text', text: `You called ${name}.` }] }),
  'resources/list': () => ({ resources: names().map((name) => ({ uri: uriOf(name), name })) }),
  'resources/read': ({ uri }) => {
    const name = names().find((candidate) => uriOf(candidate) === uri);
    if (name === undefined) throw new Error(`There is no ${uri}.`);
    return { contents: [contentOf(name)] };
  },
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const serve = methods[method];
  const answer = (/** @type {object} */ outcome) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`);
  if (!serve) return answer({ error: { code: -32601, message: `No ${method}.` } });
  try {
    return answer({ result: serve(params) });
  } catch (error) {
    return answer({ error: { code: -32002, message: String(error) } });
  }
});
