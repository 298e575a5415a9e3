import { LineReader, type LineNews } from './line-reader.ts';

/** Runs beside the page of the shell, one for each View. The first message brings the port of the View's page. */
addEventListener('message', ({ ports: [port] }: MessageEvent) => {
  if (!port) return;
  const reader = new LineReader({
    now: () => performance.now(),
    after: (ms, run) => void setTimeout(run, ms),
    tell: (news: LineNews) => postMessage(news),
    answer: (message) => port.postMessage(message),
    close: () => port.close(),
  });
  // The data is read by the getter, so that what is dropped costs nothing.
  port.addEventListener('message', (event) => reader.take(() => event.data as unknown));
  port.start();
});
