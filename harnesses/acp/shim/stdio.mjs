// @ts-check
/**
 * An MCP server over stdio that an agent starts. It passes every message on to the tools of a conversation with Loggia,
 * whose address and token are in its environment, and the answers back. It ends with its input.
 */
import { createInterface } from 'node:readline';

const { LOGGIA_MCP_URL: url = '', LOGGIA_MCP_TOKEN: token = '' } = process.env;
const stop = new AbortController();
/** @type {Record<string, string>} */
const session = {};

/** @param {unknown} message */
function tell(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/**
 * @param {{ id?: string | number, method?: string }} request
 * @param {unknown} error
 */
function refuse({ id, method }, error) {
  if (id === undefined || method === undefined || stop.signal.aborted) return;
  const message = `The tools of this conversation can't be reached. ${error instanceof Error ? error.message : String(error)}`;
  tell({ jsonrpc: '2.0', id, error: { code: -32_000, message } });
}

const headers = () => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${token}`,
  ...session,
});

/**
 * The messages of a response, which is one as JSON or several as events.
 * @param {Response} response
 */
async function passBack(response) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text();
    if (text !== '') answered(JSON.parse(text));
    return;
  }
  let text = '';
  for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += piece;
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []));
      if (data.join('') !== '') answered(JSON.parse(data.join('\n')));
    }
  }
}

/** @param {{ result?: { protocolVersion?: unknown } }} message */
function answered(message) {
  const version = message.result?.protocolVersion;
  if (typeof version === 'string') session['mcp-protocol-version'] = version;
  tell(message);
}

/** Changes of tools arrive here, where the server has such a stream. */
async function listen() {
  const response = await fetch(url, { headers: headers(), signal: stop.signal });
  if (response.ok) await passBack(response);
}

/** @param {string} line */
async function passOn(line) {
  /** @type {{ id?: string | number, method?: string }} */
  let message = {};
  try {
    message = JSON.parse(line);
    const response = await fetch(url, {
      method: 'POST',
      headers: headers(),
      body: line,
      signal: stop.signal,
    });
    const id = response.headers.get('mcp-session-id');
    if (id !== null) session['mcp-session-id'] = id;
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await passBack(response);
    if (message.method === 'notifications/initialized') listen().catch(() => undefined);
  } catch (error) {
    refuse(message, error);
  }
}

/** The first exchange says under which session the others go. */
let introduced = Promise.resolve();
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if (line.trim() === '') return;
  const passed = introduced.then(() => passOn(line));
  if (line.includes('"initialize"')) introduced = passed;
});
lines.on('close', () => {
  stop.abort();
  process.exit(0);
});
