import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

type State = 'whole' | 'cut' | 'silent';

/** A connection that leads through the line, with its two ends. */
interface Strand {
  readonly near: Socket;
  readonly far: Socket | undefined;
}

/**
 * The line between a browser and a host. It leads to wherever the host is at the moment, if it is; it can be cut, fall
 * silent, and be mended.
 */
export class Line implements AsyncDisposable {
  readonly #server: Server;
  readonly #strands = new Set<Strand>();
  /** Those on which nobody hears anything any more, not even the end. */
  readonly #silent = new Set<Strand>();
  #state: State = 'whole';

  private constructor(port: () => number | undefined) {
    this.#server = createServer((near) => this.#lead(near, port()));
  }

  static async to(port: () => number | undefined): Promise<Line> {
    const line = new Line(port);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Both sides notice at once. */
  cut(): void {
    this.#state = 'cut';
    this.#destroyAll();
  }

  /**
   * Drops everything without closing connections, as in a tunnel. Existing and new connections stay dead after `mend`,
   * as after a router has forgotten them.
   */
  silence(): void {
    this.#state = 'silent';
    for (const strand of this.#strands) this.#swallow(strand);
  }

  mend(): void {
    this.#state = 'whole';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = 'cut';
    this.#silent.clear();
    this.#destroyAll();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #lead(near: Socket, port: number | undefined): void {
    if (this.#state === 'cut' || port === undefined) {
      near.destroy();
      return;
    }
    const far = this.#state === 'silent' ? undefined : connect(port, '127.0.0.1');
    const strand: Strand = { near, far };
    this.#strands.add(strand);
    const ended = (): void => {
      if (!this.#silent.has(strand)) destroy(strand);
      if (near.destroyed && (far?.destroyed ?? true)) this.#forget(strand);
    };
    for (const socket of [near, far]) socket?.on('error', ended).on('close', ended);
    if (far === undefined) this.#swallow(strand);
    else near.pipe(far).pipe(near);
  }

  #swallow(strand: Strand): void {
    this.#silent.add(strand);
    strand.near.unpipe().resume();
    strand.far?.unpipe().resume();
  }

  #forget(strand: Strand): void {
    this.#strands.delete(strand);
    this.#silent.delete(strand);
  }

  #destroyAll(): void {
    for (const strand of this.#strands) destroy(strand);
  }
}

function destroy({ near, far }: Strand): void {
  near.destroy();
  far?.destroy();
}
