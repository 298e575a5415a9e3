import type { Principal, Refusal } from '@loggia/access';
import type { Implementation } from '@loggia/protocol';
import type { Hono } from 'hono';
import { createApi } from './api/api.ts';
import type { LinkedContent } from '../commands/link-content.ts';
import { createContentLinks } from './api/content-links.ts';
import type { ContentPorts } from './api/content.ts';
import type { BodyLimits } from './request-body.ts';
import type { TemplateCache } from './api/templates.ts';
import type { ArrivedRequest, Environment } from './environment.ts';
import { createMcpEndpoint } from './mcp/mcp-endpoint.ts';

export interface EndpointOptions extends ContentPorts {
  readonly serverInfo: Implementation & { readonly version: string };
  /** The content of an address, by its secret part. */
  readonly links?: { redeem(ticket: string): LinkedContent | undefined };
  /** For the parameters of a command. */
  readonly limits: BodyLimits;
  /** The HTML of Views. */
  readonly templates?: TemplateCache;
  /** Identifies the principal of a request; the guard's own rule for single requests. */
  admit(request: ArrivedRequest): { readonly principal: Principal } | Refusal;
}

export interface Endpoints {
  readonly api: Hono<Environment>;
  readonly mcp: Hono<Environment>;
  /** The content of artifacts at secret addresses, for elements that can't send a token. */
  readonly content: Hono<Environment>;
  /** Ends running requests. */
  close(): Promise<void>;
}

/** The two ways to the table of commands besides the WebSocket: HTTP for programs, and MCP for agents. */
export function createEndpoints(options: EndpointOptions): Endpoints {
  const mcp = createMcpEndpoint(options);
  const api = createApi({ ...options, version: options.serverInfo.version });
  const content = createContentLinks(options);
  return { api, mcp: mcp.routes, content, close: () => mcp.close() };
}
