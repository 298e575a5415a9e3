import { availableParallelism } from 'node:os';
import type { Clock, Scheduler } from '@loggia/kernel';
import type { Implementation } from '@modelcontextprotocol/client';
import type { Recorder } from './audit/recorder.ts';
import type { Authority } from './auth/authority.ts';
import { defaultBackOff, type BackOff } from './connections/back-off.ts';
import { Launcher } from './connections/launch/launcher.ts';
import { runProgram, type ProgramEnd } from './connections/launch/run-program.ts';
import type { SandboxPorts } from './connections/launch/sandbox/sandbox.ts';
import { StartGates } from './connections/start-gate.ts';
import { SupervisedConnection } from './connections/supervised-connection.ts';
import { FairShare } from './connections/traffic/fair-share.ts';
import { defaultTrafficLimits, type TrafficLimits } from './connections/traffic/limits.ts';
import type { Gateway } from './gateway.ts';
import { Pool } from './pool.ts';

export interface GatewayPorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** The name and version sent to servers. */
  readonly clientInfo: Implementation;
  readonly authority: Pick<Authority, 'authorize' | 'authenticate' | 'signedIn' | 'signOut'>;
  /** Records every call to a server. */
  readonly recorder: Recorder;
  /** The kinds of Views that clients of this host can show. */
  readonly uiMimeTypes: readonly string[];
  readonly limits?: Partial<GatewayLimits>;
  /** The file mode creation mask of servers; the host's own by default. */
  readonly umask?: number;
  /** The settings for sandboxes. Without them, a server that asks for one doesn't start. */
  readonly sandbox?: SandboxPorts;
  /** In [0, 1); Math.random by default. */
  random?(): number;
  /** Reports a problem that no caller is waiting for. */
  report(problem: string, error: unknown): void;
}

export interface GatewayLimits {
  /** The default for servers without their own timeout. */
  readonly startMs: number;
  readonly callMs: number;
  readonly lingerMs: number;
  /** The number of concurrent starts of each kind: addresses, programs, and programs that install. */
  readonly startsAtOnce: number;
  readonly backOff: BackOff;
  /** The limit for one message to or from a server. */
  readonly messageBytes: number;
  /** How long a process has for each step of its end. */
  readonly endMs: number;
  /** The maximum number of tools per server; further ones are ignored. */
  readonly tools: number;
  /** The traffic limits of one server. */
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

/** Connections are shared by equal requests, supervised, and end with the host, however it ends. */
export function createGateway(ports: GatewayPorts): Gateway {
  const { clock, scheduler, clientInfo, authority, recorder, uiMimeTypes, random = Math.random } = ports;
  const report = (problem: string, error: unknown) => ports.report(problem, error);
  const limits = { ...defaultLimits, ...ports.limits };
  const launcher = new Launcher({
    ...(ports.umask !== undefined && { umask: ports.umask }),
    ...(ports.sandbox && { sandbox: ports.sandbox }),
    report,
  });
  const gates = new StartGates(limits.startsAtOnce);
  const supervision = {
    clock,
    scheduler,
    random,
    clientInfo,
    uiMimeTypes,
    authority,
    launcher,
    gates,
    crowd: new FairShare(clock),
    recorder,
    limits,
    report,
  };
  const pool = new Pool({
    scheduler,
    lingerMs: limits.lingerMs,
    open: (request, company) => new SupervisedConnection(request, supervision, company),
  });
  return {
    lease: (request) => pool.lease(request),
    users: (request) => pool.users(request),
    tally: () => pool.tally(),
    retire: (server) => pool.retire(server),
    signedIn: (principal, server) => authority.signedIn(principal, server),
    signOut: (principal, server) => authority.signOut(principal, server),
    missed: (act, decision, error) => recorder.missed(act, decision, error),
    recorded: (act, work, outcome) => recorder.run(act, work, outcome),
    async run(program, act, signal) {
      let end: ProgramEnd | undefined;
      const run = async (): Promise<ProgramEnd> => {
        end = await runProgram(program, { launcher, scheduler, endMs: limits.endMs }, signal);
        if (end.kind === 'failed') throw new Error(end.problem);
        return end;
      };
      const told = (ended: ProgramEnd) =>
        ended.kind === 'exited' ? { reason: `Exit code ${ended.code}.`, response: ended.output } : {};
      return recorder.run({ ...act, request: program.input }, run, told).catch((error: unknown) => {
        if (end) return end;
        throw error;
      });
    },
    sandboxing: () => launcher.sandboxing(),
    authenticate: (principal, token) => authority.authenticate(principal, token),
    async stop() {
      await pool.stop();
      launcher.stop();
    },
  };
}
