import { ReadStream, WriteStream } from 'node:tty';
import type { KeyListener } from './terminal.ts';

interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Reads keys without the line editing of the terminal. Where there are only streams, what arrives is passed on. */
export function takeOver({ input, output }: Streams, { typed, resized }: KeyListener): () => void {
  const hear = (data: Buffer | string): void => typed(data.toString());
  const measure = (): void => {
    if (output instanceof WriteStream) resized(output.columns, output.rows);
  };
  const setRaw = (isRaw: boolean): void => {
    if (input instanceof ReadStream) input.setRawMode(isRaw);
  };
  setRaw(true);
  input.on('data', hear);
  input.resume();
  output.on('resize', measure);
  measure();
  return () => {
    input.off('data', hear);
    output.off('resize', measure);
    input.pause();
    setRaw(false);
  };
}
