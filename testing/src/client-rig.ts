import { AhpClient, type AhpClientOptions, type Problem } from '@loggia/client';
import { LinkedNetwork } from './linked-transport-network.ts';
import { ManualEnvironment } from './manual-environment.ts';
import { ScriptedHost } from './scripted-host.ts';

/** A client, a scripted host, and a network and clock that the test controls. */
export class ClientRig {
  readonly environment = new ManualEnvironment('client');
  readonly host = new ScriptedHost();
  readonly network = new LinkedNetwork(this.host.accept);
  readonly problems: Problem[] = [];
  readonly client: AhpClient;

  constructor(options: Partial<AhpClientOptions> = {}) {
    this.client = new AhpClient({
      connect: this.network.connect,
      environment: this.environment,
      clientId: 'me',
      onProblem: (problem) => this.problems.push(problem),
      ...options,
    });
  }

  /** Connects to a host whose log is at 10 and which has no snapshots by default. */
  async connected(result: Readonly<Record<string, unknown>> = {}): Promise<this> {
    this.host.answers('initialize', { protocolVersion: '1.0.0', serverSeq: 10, snapshots: [], ...result });
    void this.client.connect();
    await this.settle();
    return this;
  }

  /** Delivers everything in transit and lets all promises settle. */
  settle(): Promise<void> {
    return this.network.settle();
  }

  /** Lets time pass and delivers the results. */
  async pass(ms: number): Promise<void> {
    await this.environment.advance(ms);
    await this.settle();
  }
}
