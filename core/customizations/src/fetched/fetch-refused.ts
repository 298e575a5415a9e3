/** Why a plugin couldn't be fetched; the message is a sentence for the user and one on what to do. */
export class FetchRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FetchRefused';
  }
}
