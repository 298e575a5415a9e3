import {
  commandTable,
  explainParameters,
  hostToClientCommands,
  ProtocolError,
  type Params,
  type Result,
} from '@loggia/protocol';
import type { RawParams } from './read-message.ts';

export type HostCommand = (typeof hostToClientCommands)[number];
export type HostRequestHandler<Name extends HostCommand> = (
  params: Params<Name>,
) => Result<Name> | Promise<Result<Name>>;

/** The requests that a host may send to this client, with their handlers. */
export class HostRequests {
  readonly #handlers = new Map<string, (params: never) => unknown>();

  /** The newest handler of a method is the one that answers. */
  serve<Name extends HostCommand>(method: Name, handler: HostRequestHandler<Name>): () => void {
    this.#handlers.set(method, handler);
    return () => {
      if (this.#handlers.get(method) === handler) this.#handlers.delete(method);
    };
  }

  async answer(method: string, params: RawParams): Promise<unknown> {
    const handler = this.#handlers.get(method);
    const command = hostToClientCommands.find((name) => name === method);
    if (!handler || !command)
      throw new ProtocolError('MethodNotFound', `This client does not serve ${method}.`);
    const parsed = commandTable[command].params.safeParse(params);
    if (!parsed.success) throw new ProtocolError('InvalidParams', explainParameters(parsed.error));
    return handler(parsed.data as never);
  }
}
