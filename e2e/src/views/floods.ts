import type { Frame } from 'playwright-core';

/** Where the script of a View runs: in its own document or, with an origin, in the page around it. */
export type Realm = 'view' | 'page';

const many = (count: number, statement: string): string => `for (let i = 0; i < ${count}; i++) ${statement}`;
const endless = (statement: string): string =>
  `const go = () => { ${many(2000, statement)}; setTimeout(go) }; go()`;
const notice = (method: string, params = '{}'): string =>
  `{ jsonrpc: '2.0', method: '${method}', params: ${params} }`;
const size = notice('ui/notifications/size-changed', '{ height: 100 + (i % 500) }');

/** Messages without measure, as scripts. In the page around a View, the shell is the parent. */
export const floods: Readonly<Record<string, string>> = {
  'a hundred thousand sizes': many(100_000, `parent.postMessage(${size}, '*')`),
  'sizes without end': endless(`parent.postMessage(${size}, '*')`),
  'twenty thousand requests': many(
    20_000,
    `parent.postMessage({ jsonrpc: '2.0', id: 'f' + i, method: 'ping', params: {} }, '*')`,
  ),
  'log lines without end': endless(
    `parent.postMessage(${notice('notifications/message', "{ level: 'info', data: 'x' }")}, '*')`,
  ),
  'requests for the screen without end': endless(
    `parent.postMessage({ jsonrpc: '2.0', id: Math.random(), method: 'ui/request-display-mode', params: { mode: 'fullscreen' } }, '*')`,
  ),
  'what is not JSON-RPC, without end': endless(`parent.postMessage(['nonsense', i], '*')`),
  'two hundred messages of five megabytes': `const text = 'x'.repeat(5 * 2 ** 20); ${many(
    200,
    `parent.postMessage(${notice('notifications/message', "{ level: 'info', data: text }")}, '*')`,
  )}`,
  'messages of many parts': `const parts = Array.from({ length: 3e5 }, () => []); ${many(
    40,
    `parent.postMessage(${notice('notifications/message', "{ level: 'info', data: parts }")}, '*')`,
  )}`,
  'large buffers': `const data = new Uint8Array(3e7); ${many(
    40,
    `parent.postMessage(${notice('notifications/message', "{ level: 'info', data }")}, '*')`,
  )}`,
  'a hundred thousand straight to the shell': many(100_000, `top.postMessage(${size}, '*')`),
  'straight to the shell without end': endless(`top.postMessage(${size}, '*')`),
  'five megabytes straight to the shell, a hundred times': `const text = 'x'.repeat(5 * 2 ** 20); ${many(
    100,
    "top.postMessage({ text }, '*')",
  )}`,
  'large buffers straight to the shell': `const data = new Uint8Array(1e7); ${many(100, "top.postMessage(data, '*')")}`,
  'many parts straight to the shell': `const parts = Array.from({ length: 3e5 }, () => []); const go = () => { top.postMessage(parts, '*'); setTimeout(go) }; go()`,
  'ports straight to the shell': many(
    5000,
    `top.postMessage(${notice('ui/notifications/sandbox-proxy-ready')}, '*', [new MessageChannel().port2])`,
  ),
  // In a document without an origin, a frame that has none either can only be given its document as text.
  'from a frame in it': `const frame = document.createElement('iframe');
    frame.srcdoc = '<script>' + ${JSON.stringify(`setInterval(() => { ${many(1000, "top.postMessage(i, '*')")} })`)} + '</' + 'script>';
    document.body.append(frame)`,
};

/** Runs a script there, a little later and without the blessing that what is evaluated has. */
export function plant(frame: Frame, code: string, realm: Realm = 'view'): Promise<void> {
  return frame.evaluate(
    ([text, where]) => {
      const { document: owner } = where === 'page' ? parent : window;
      const script = owner.createElement('script');
      script.textContent = `{ setTimeout(() => { ${text} }, 200) }`;
      owner.body.append(script);
    },
    [code, realm] as const,
  );
}
