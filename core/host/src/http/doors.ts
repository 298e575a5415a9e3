import type { IncomingRequest, Principal, Refusal } from '@loggia/access';
import type { Implementation } from '@loggia/protocol';
import type { Hono } from 'hono';
import { createApi } from './api/api-door.ts';
import type { ContentPorts } from './api/content.ts';
import type { BodyLimits } from './api/request-body.ts';
import type { Environment } from './environment.ts';
import { createMcpDoor } from './mcp/mcp-door.ts';

export interface DoorOptions extends ContentPorts {
  readonly serverInfo: Implementation & { readonly version: string };
  /** Of the parameters of a command. */
  readonly limits: BodyLimits;
  /** Who is behind a request; the guard's own rule for single requests. */
  admit(request: IncomingRequest): { readonly principal: Principal } | Refusal;
}

export interface Doors {
  readonly api: Hono<Environment>;
  readonly mcp: Hono<Environment>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** The two doors to the table of commands beside the WebSocket: for programs, and for agents. */
export function createDoors(options: DoorOptions): Doors {
  const mcp = createMcpDoor(options);
  const api = createApi({ ...options, version: options.serverInfo.version });
  return { api, mcp: mcp.routes, close: () => mcp.close() };
}
