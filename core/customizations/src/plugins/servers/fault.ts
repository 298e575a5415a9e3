/** A problem in a declaration. The message is a sentence that says what to do. */
export class Fault extends Error {
  /** The field with the problem; undefined for the whole declaration. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.name = 'Fault';
    this.field = field;
  }
}
