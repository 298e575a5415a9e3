import {
  createDelegations,
  createUpgradeGuard,
  Credentials,
  localPrincipal,
  type NewDelegation,
} from '@loggia/access';
import type { Artifacts } from '@loggia/artifacts';
import { ProtocolError } from '@loggia/protocol';
import { eventLoopScheduler } from '@loggia/storage';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { z } from 'zod';
import { artifactCommands } from '../commands/artifacts.ts';
import { libraryCommands } from '../commands/library.ts';
import { searchCommands } from '../commands/search.ts';
import { Answers } from '../commands/answers.ts';
import { command, Commands, type CommandDefinition } from '../commands/table.ts';
import { StallGuard } from '../commands/stall-guard.ts';
import { createApp } from './app.ts';
import { createEndpoints, type EndpointOptions, type Endpoints } from './endpoints.ts';
import { openServer, type HttpServer } from './server.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- JSON as a stranger reads it
export type Json = any;

export interface EndpointsRigOptions {
  readonly table?: Readonly<Record<string, CommandDefinition>>;
  readonly maxUploadBytes?: number;
  readonly maxBytes?: number;
  readonly withinMs?: number;
  readonly artifacts?: (real: Artifacts) => Partial<Artifacts>;
  readonly links?: EndpointOptions['links'];
}

const token = 'a-local-token-for-the-endpoints-0123456789abcdef';

/** The host's API and MCP endpoints on a real port, over real artifacts in a real SQLite file and directory. */
export class EndpointsRig {
  readonly rig: ArtifactRig;
  readonly server: HttpServer;
  readonly token = token;
  readonly problems: unknown[] = [];
  readonly #endpoints: Endpoints;
  readonly clock = { time: Date.parse('2026-01-01T00:00:00Z'), now: () => this.clock.time };
  readonly #delegations = createDelegations({ clock: this.clock });

  static async open(options: EndpointsRigOptions = {}): Promise<EndpointsRig> {
    const rig = await ArtifactRig.open({ typeForFile: () => 'text/plain' });
    const server = await openServer({
      host: '127.0.0.1',
      port: 0,
      logger: { error: () => undefined },
      drainMs: 100,
    });
    return new EndpointsRig(rig, server, options);
  }

  private constructor(rig: ArtifactRig, server: HttpServer, options: EndpointsRigOptions) {
    this.rig = rig;
    this.server = server;
    const { maxUploadBytes = 10 * 2 ** 30, maxBytes = 8 * 2 ** 20, withinMs = 60_000 } = options;
    const guard = createUpgradeGuard({
      credentials: new Credentials(token),
      address: '127.0.0.1',
      port: server.port,
      delegations: this.#delegations,
    });
    const artifacts = { ...rig.artifacts, ...options.artifacts?.(rig.artifacts) };
    const stallGuard = new StallGuard({ kernel: rig.kernel, scheduler: eventLoopScheduler });
    const commands = new Commands(
      rig.kernel,
      {
        ...artifactCommands(artifacts),
        ...libraryCommands(artifacts),
        ...searchCommands(artifacts),
        ...ownCommands,
        ...options.table,
      },
      { answers: new Answers(rig.kernel, stallGuard) },
    );
    this.#endpoints = createEndpoints({
      ...(options.links && { links: options.links }),
      commands,
      artifacts,
      bytes: rig.content,
      serverInfo: { name: 'loggia', version: '1.2.3' },
      limits: { maxBytes, maxDepth: 100, withinMs },
      maxUploadBytes,
      report: (_: string, error: unknown) => void this.problems.push(error),
      admit: (request) => guard.checkRequest(request),
    });
    const app = createApp({
      version: '1.2.3',
      endpointFile: '/data/endpoint.json',
      logger: { error: (...logged: unknown[]) => void this.problems.push(logged) },
      guard: (request) => guard.checkNames(request),
      health: () => ({ ok: true }),
      endpoints: this.#endpoints,
    });
    server.onRequest((request, env) => app.fetch(request, env));
  }

  lend(delegation: Partial<NewDelegation>): string {
    const whole = {
      by: localPrincipal,
      actor: { kind: 'handler', server: 'notes', name: 'Notes' },
      grant: 'write',
      lifetimeMs: 60_000,
      ...delegation,
    } as const;
    return this.#delegations.issue(whole).token;
  }

  fetch(path: string, init: RequestInit = {}, bearer: string | undefined = token): Promise<Response> {
    const headers = new Headers(init.headers);
    if (bearer !== undefined && bearer !== '') headers.set('authorization', `Bearer ${bearer}`);
    return fetch(`${this.server.origin}${path}`, { redirect: 'error', ...init, headers });
  }

  async post(name: string, params: unknown = {}, bearer?: string): Promise<{ status: number; body: Json }> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.fetch(
      `/api/${name}`,
      { method: 'POST', headers, body: JSON.stringify(params) },
      bearer,
    );
    return { status: answer.status, body: await answer.json() };
  }

  async close(): Promise<void> {
    await this.#endpoints.close();
    await this.server.close();
    await this.rig.close();
  }
}

const failing = z.object({ kind: z.string() });

const ownCommands: Readonly<Record<string, CommandDefinition>> = {
  /** Like the protocol's own command, it requires a channel. */
  listSessions: command({
    says: 'Lists sessions.',
    grant: 'read',
    params: z.object({ channel: z.string() }),
    run: async ({ channel }) => ({ channel }),
  }),
  disposeSession: command({ grant: 'write', params: z.object({}), run: async () => null }),
  'x-loggia/fail': command({
    grant: 'read',
    params: failing,
    run: async ({ kind }) => {
      if (kind === 'unknown') throw new Error('a secret detail');
      throw new ProtocolError(kind as never, `It is ${kind}.`, { more: 1 });
    },
  }),
};
