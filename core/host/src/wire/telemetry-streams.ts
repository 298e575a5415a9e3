import type { Principal } from '@loggia/access';
import { isTelemetryUri, ProtocolError } from '@loggia/protocol';
import type { Export, Telemetry } from '../telemetry/telemetry.ts';
import type { Peer } from './peer.ts';

/** A client with this much unread gets no telemetry until it has caught up. */
const mostUnread = 1024 * 1024;

/** The telemetry channels of one connection. */
export class TelemetryStreams {
  readonly #telemetry: Telemetry | undefined;
  readonly #principal: Principal;
  readonly #deliver: (exported: Export) => boolean;
  readonly #held = new Map<string, () => void>();

  constructor(
    telemetry: Telemetry | undefined,
    principal: Principal,
    peer: Pick<Peer, 'unread'>,
    send: (frame: string) => void,
  ) {
    this.#telemetry = telemetry;
    this.#principal = principal;
    this.#deliver = ({ method, params }) => {
      if (peer.unread > mostUnread) return false;
      send(JSON.stringify({ jsonrpc: '2.0', method, params }));
      return true;
    };
  }

  get advertised(): object | undefined {
    return this.#telemetry?.channelsFor(this.#principal);
  }

  /** Throws PermissionDenied or NotFound. */
  add(uri: string): void {
    if (!this.#telemetry) throw new ProtocolError('NotFound', 'This host exports no telemetry.');
    const end = this.#telemetry.subscribe(uri, this.#principal, this.#deliver);
    this.#held.get(uri)?.();
    this.#held.set(uri, end);
  }

  /** Subscribes to those of the addresses that this client may watch; returns them. */
  addAll(uris: readonly string[]): ReadonlySet<string> {
    return new Set(
      uris.filter((uri) => {
        if (!isTelemetryUri(uri)) return false;
        try {
          this.add(uri);
          return true;
        } catch {
          return false;
        }
      }),
    );
  }

  delete(uri: string): boolean {
    this.#held.get(uri)?.();
    return this.#held.delete(uri);
  }

  close(): void {
    for (const uri of [...this.#held.keys()]) this.delete(uri);
  }
}
