import { LineReader, type LineNews } from './line-reader.ts';

/** Runs beside the shell's page, one worker for each View. The first message brings the port of the View's page. */
addEventListener('message', ({ ports: [port] }: MessageEvent) => {
  if (!port) return;
  const reader = new LineReader({
    now: () => performance.now(),
    after: (ms, run) => void setTimeout(run, ms),
    tell: (news: LineNews) => postMessage(news),
    answer: (message) => port.postMessage(message),
    close: () => port.close(),
  });
  // `event.data` is a getter that deserializes, so dropped messages cost nothing.
  port.addEventListener('message', (event) => reader.take(event));
  port.start();
});
