import { fileURLToPath } from 'node:url';
import { proxyName } from './call-matching.ts';
import type { McpServer } from './protocol.ts';
import type { Door } from './tool-proxy.ts';

/** The same file from the sources and from the built package. */
const shim = fileURLToPath(new URL('../shim/stdio.mjs', import.meta.url));

/** The proxy for an agent that supports MCP over HTTP. */
export function serverAt({ url, token }: Door): McpServer {
  return {
    type: 'http',
    name: proxyName,
    url,
    headers: [{ name: 'Authorization', value: `Bearer ${token}` }],
  };
}

/** The proxy for all others: a program that the agent starts, and which passes everything on. */
export function shimFor({ url, token }: Door): McpServer {
  return {
    name: proxyName,
    command: process.execPath,
    args: [shim],
    env: [
      { name: 'LOGGIA_MCP_URL', value: url },
      { name: 'LOGGIA_MCP_TOKEN', value: token },
    ],
  };
}
