import type { IncomingRequest, Principal, Refusal } from '@loggia/access';
import type { Implementation } from '@loggia/protocol';
import type { Hono } from 'hono';
import { createApi } from './api/api-door.ts';
import { createContentLinks, type LinkedContent } from './api/content-links.ts';
import type { ContentPorts } from './api/content.ts';
import type { BodyLimits } from './request-body.ts';
import type { TemplateCache } from './api/templates.ts';
import type { Environment } from './environment.ts';
import { createMcpDoor } from './mcp/mcp-door.ts';

export interface DoorOptions extends ContentPorts {
  readonly serverInfo: Implementation & { readonly version: string };
  /** Whose content an address shows, by its secret part. */
  readonly links?: { redeem(ticket: string): LinkedContent | undefined };
  /** Of the parameters of a command. */
  readonly limits: BodyLimits;
  /** The HTML of Views. */
  readonly templates?: TemplateCache;
  /** Who is behind a request; the guard's own rule for single requests. */
  admit(request: IncomingRequest): { readonly principal: Principal } | Refusal;
}

export interface Doors {
  readonly api: Hono<Environment>;
  readonly mcp: Hono<Environment>;
  /** The content of artifacts at addresses that are secrets themselves, for elements that can send no token. */
  readonly content: Hono<Environment>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** The two doors to the table of commands beside the WebSocket: for programs, and for agents. */
export function createDoors(options: DoorOptions): Doors {
  const mcp = createMcpDoor(options);
  const api = createApi({ ...options, version: options.serverInfo.version });
  const content = createContentLinks(options);
  return { api, mcp: mcp.routes, content, close: () => mcp.close() };
}
