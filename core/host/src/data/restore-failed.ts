/** The reason why a backup isn't restored, in words for the user. */
export class RestoreFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RestoreFailed';
  }
}
