import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { localPrincipal } from '@loggia/access';
import type { Scheduler } from '@loggia/kernel';
import type { AuditEntry } from '../audit/audit.ts';
import { createRecorder } from '../audit/recorder.ts';
import type { Authority, Authorization, TokenChange, TokenHolder } from '../auth/authority.ts';
import type { LeaseRequest, McpToolResult, ServerConnection } from '../connection.ts';
import type { ServerDefinition } from '../definition.ts';
import type { Gateway } from '../gateway.ts';
import { onTestFinished } from 'vitest';
import { createGateway, type GatewayLimits, type GatewayPorts } from '../pooled-gateway.ts';

const scripted = fileURLToPath(new URL('fixtures/scripted-server.testkit.mjs', import.meta.url));

const eventLoop: Scheduler = {
  turn: (fn) => void setImmediate(fn),
  after: (ms, fn) => {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};

/** For calls whose caller doesn't matter. */
export const byTest = { caller: { by: 'person', principal: 'local', clientId: 'test' } } as const;

/** Short timeouts, to keep tests short. */
const brisk: Partial<GatewayLimits> = {
  lingerMs: 0,
  endMs: 200,
  backOff: { firstMs: 20, mostMs: 200, ceiling: 4, provenMs: 30_000 },
};

export function scriptedServer(
  script: Readonly<Record<string, unknown>> = {},
  more: Partial<ServerDefinition> & { readonly env?: Readonly<Record<string, string>> } = {},
): ServerDefinition {
  const { env = {}, ...rest } = more;
  const transport = {
    kind: 'stdio',
    command: process.execPath,
    args: [scripted, JSON.stringify(script)],
    env,
  } as const;
  return { name: 'Scripted', transport, ...rest };
}

export function leaseOf(definition: ServerDefinition, more: Partial<LeaseRequest> = {}): LeaseRequest {
  return {
    server: 'server-1',
    definition,
    principal: localPrincipal,
    folders: [],
    holder: 'holder-1',
    ...more,
  };
}

/** Returns an authorization that a test controls. */
class HeldAuthority implements Pick<Authority, 'authorize' | 'authenticate' | 'signedIn' | 'signOut'> {
  readonly holders: TokenHolder[] = [];
  readonly #listeners = new Set<(change: TokenChange) => void>();
  fetch: typeof fetch = (input, init) => fetch(input, init);
  disposed = 0;

  authorize(holder: TokenHolder): Authorization {
    this.holders.push(holder);
    return {
      fetch: (input, init) => this.fetch(input, init),
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      dispose: () => {
        this.disposed += 1;
      },
    };
  }

  change(change: TokenChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  authenticate: Authority['authenticate'] = () => Promise.resolve(true);
  signedIn: Authority['signedIn'] = () => Promise.resolve(true);
  signOut: Authority['signOut'] = () => Promise.resolve();
}

/** Closed with the test. */
export function openRig(ports: Partial<GatewayPorts> = {}): GatewayRig {
  const rig = new GatewayRig(ports);
  onTestFinished(() => rig.close());
  return rig;
}

/** A gateway over real processes, with cleanup. */
class GatewayRig {
  readonly gateway: Gateway;
  readonly authority = new HeldAuthority();
  readonly problems: string[] = [];
  readonly audited: AuditEntry[] = [];
  readonly recorder = createRecorder(
    { write: (describe) => void this.audited.push(describe()) },
    { now: () => Date.now() },
  );
  readonly directory = mkdtempSync(path.join(tmpdir(), 'loggia-mcp-'));

  constructor(ports: Partial<GatewayPorts> = {}) {
    this.gateway = createGateway({
      clock: { now: () => Date.now() },
      scheduler: eventLoop,
      clientInfo: { name: 'loggia', version: '0.0.0' },
      authority: this.authority,
      recorder: this.recorder,
      uiMimeTypes: ['text/html;profile=mcp-app'],
      random: () => 0.5,
      report: (problem) => this.problems.push(problem),
      ...ports,
      limits: { ...brisk, ...ports.limits },
    });
  }

  file(name: string): string {
    return path.join(this.directory, name);
  }

  open(definition: ServerDefinition, more: Partial<LeaseRequest> = {}): ServerConnection {
    return this.gateway.lease(leaseOf(definition, more)).connection;
  }

  async ready(definition: ServerDefinition, more: Partial<LeaseRequest> = {}): Promise<ServerConnection> {
    const connection = this.open(definition, more);
    await connection.settled();
    if (connection.state.kind !== 'ready') throw new Error(JSON.stringify(connection.state));
    return connection;
  }

  async close(): Promise<void> {
    await this.gateway.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** Resolves once the condition holds; checked again whenever the connection changes. */
export async function whenever(connection: ServerConnection, isSo: () => boolean): Promise<void> {
  if (isSo()) return;
  await new Promise<void>((resolve) => {
    const stop = connection.onChange(() => {
      if (!isSo()) return;
      stop();
      resolve();
    });
  });
}

/** For conditions without events, such as those of another process: polls until the test times out. */
export async function eventually(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The scripted server answers with JSON in a text. */
export function said(result: McpToolResult): unknown {
  return JSON.parse(String(result.content?.[0]?.['text']));
}

export function texts(connection: ServerConnection): string[] {
  return connection.logs.read().entries.map((entry) => entry.text);
}

/** False for a zombie process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readState(pid).startsWith('Z');
  } catch {
    return false;
  }
}

function readState(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
  } catch {
    return '';
  }
}
