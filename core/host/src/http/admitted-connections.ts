import type { Socket } from 'node:net';
import type { CredentialId } from '@loggia/access';

/** The open connections of plain HTTP, by the credential of the last request on each. */
export class AdmittedConnections {
  readonly #credentials = new Map<Socket, CredentialId>();

  /** Without a credential, the request was refused, or came with a token that expires by itself. */
  requested(socket: Socket, credential: CredentialId | undefined): void {
    if (credential === undefined) this.#credentials.delete(socket);
    else {
      if (!this.#credentials.has(socket)) socket.once('close', () => this.#credentials.delete(socket));
      this.#credentials.set(socket, credential);
    }
  }

  /** Ends what is under way with a credential that the predicate no longer accepts, such as a long download. */
  keepOnly(isValid: (credential: CredentialId) => boolean): void {
    for (const [socket, credential] of this.#credentials) if (!isValid(credential)) socket.destroy();
  }
}
