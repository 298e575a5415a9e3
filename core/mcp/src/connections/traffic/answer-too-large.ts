export class AnswerTooLarge extends Error {
  constructor(limit: number) {
    super(`The server's answer is larger than ${Math.round(limit / 1024 / 1024)} MiB, so it was not read.`);
    this.name = 'AnswerTooLarge';
  }
}
