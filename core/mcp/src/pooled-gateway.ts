import { availableParallelism } from 'node:os';
import type { Clock, Scheduler } from '@loggia/kernel';
import type { Implementation } from '@modelcontextprotocol/client';
import type { Recorder } from './audit/recorder.ts';
import type { Authority } from './auth/authority.ts';
import { defaultBackOff, type BackOff } from './connections/back-off.ts';
import { Launcher } from './connections/launch/launcher.ts';
import type { SandboxPorts } from './connections/launch/sandbox/sandbox.ts';
import { StartGate } from './connections/start-gate.ts';
import { SupervisedConnection } from './connections/supervised-connection.ts';
import { FairShare } from './connections/traffic/fair-share.ts';
import { defaultTrafficLimits, type TrafficLimits } from './connections/traffic/limits.ts';
import type { Gateway } from './gateway.ts';
import { Pool } from './pool.ts';

export interface GatewayPorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** As servers get to know us. */
  readonly clientInfo: Implementation;
  readonly authority: Pick<Authority, 'authorize' | 'authenticate' | 'signedIn' | 'signOut'>;
  /** Where every call to a server is recorded. */
  readonly recorder: Recorder;
  /** Which kinds of View the clients of this host can show. */
  readonly uiMimeTypes: readonly string[];
  readonly limits?: Partial<GatewayLimits>;
  /** With which file mode creation mask servers run; the host's own by default. */
  readonly umask?: number;
  /** What sandboxes of servers are made of. Without it, a server that asks for one does not start. */
  readonly sandbox?: SandboxPorts;
  /** In [0, 1); Math.random by default. */
  random?(): number;
  /** Something went wrong that no caller waits to hear about. */
  report(problem: string, error: unknown): void;
}

export interface GatewayLimits {
  /** For servers that do not say how long they need. */
  readonly startMs: number;
  readonly callMs: number;
  readonly lingerMs: number;
  /** How many servers start at the same time. */
  readonly startsAtOnce: number;
  readonly backOff: BackOff;
  /** Of one message to or from a server. */
  readonly messageBytes: number;
  /** How long a process has for each step of its end. */
  readonly endMs: number;
  /** Of one server; it is not believed to have more. */
  readonly tools: number;
  /** What one server may send. */
  readonly traffic: TrafficLimits;
}

const defaultLimits: GatewayLimits = {
  startMs: 30_000,
  callMs: 5 * 60_000,
  lingerMs: 5000,
  startsAtOnce: Math.max(4, 2 * availableParallelism()),
  backOff: defaultBackOff,
  messageBytes: 64 * 1024 * 1024,
  endMs: 1000,
  tools: 5000,
  traffic: defaultTrafficLimits,
};

/** Connections are shared by all who ask for the same, supervised, and end with the host, however that ends. */
export function createGateway(ports: GatewayPorts): Gateway {
  const { clock, scheduler, clientInfo, authority, recorder, uiMimeTypes, random = Math.random } = ports;
  const report = (problem: string, error: unknown) => ports.report(problem, error);
  const limits = { ...defaultLimits, ...ports.limits };
  const launcher = new Launcher({
    ...(ports.umask !== undefined && { umask: ports.umask }),
    ...(ports.sandbox && { sandbox: ports.sandbox }),
    report,
  });
  const gate = new StartGate(limits.startsAtOnce);
  const supervision = {
    clock,
    scheduler,
    random,
    clientInfo,
    uiMimeTypes,
    authority,
    launcher,
    gate,
    crowd: new FairShare(clock),
    recorder,
    limits,
    report,
  };
  const pool = new Pool({
    scheduler,
    lingerMs: limits.lingerMs,
    open: (request) => new SupervisedConnection(request, supervision),
  });
  return {
    lease: (request) => pool.lease(request),
    users: (request) => pool.users(request),
    signedIn: (principal, server) => authority.signedIn(principal, server),
    signOut: (principal, server) => authority.signOut(principal, server),
    missed: (act, decision, error) => recorder.missed(act, decision, error),
    sandboxing: () => launcher.sandboxing(),
    authenticate: (principal, token) => authority.authenticate(principal, token),
    async stop() {
      await pool.stop();
      launcher.stop();
    },
  };
}
