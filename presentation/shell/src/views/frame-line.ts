import { openWorker } from '../host/own-worker.ts';
import type { LineNews, PageSign } from './line-reader.ts';
// oxlint-disable-next-line import/default -- Vite makes an address of it
import lineWorker from './line-worker.ts?worker&url';
import { watchFrame } from './window-messages.ts';

export interface LineSign {
  readonly sign: PageSign;
  /** Whether the browser confirms a recent gesture in the View. */
  readonly isConfirmed: boolean;
  readonly tried?: string | undefined;
  /** The words of an error in the View. */
  readonly text?: string | undefined;
}

export interface LineListener {
  /** A message from the View, parsed from JSON. */
  heard(data: unknown): void;
  page(sign: LineSign): void;
  dropped(count: number, reason: string): void;
  /** It sent too much, so nothing more is accepted from it. */
  flooded(reason: string): void;
}

/** Messages to and from one frame only. */
export interface FrameLine {
  /** Settles when the page in the frame can receive messages. */
  readonly ready: Promise<void>;
  post(message: unknown): void;
  listen(listener: LineListener): () => void;
  close(): void;
}

/**
 * Messages from a View reach the shell through a worker that parses and counts them. The line exists before any foreign
 * code runs in the frame: our own page sends the port before it gets the View's HTML.
 */
export function openLine(page: HTMLIFrameElement, origin: string): FrameLine {
  const worker = openWorker(lineWorker);
  const waiting: ((listener: LineListener) => void)[] = [];
  let listener: LineListener | undefined;
  let isClosed = false;
  let hasSpoken = false;
  let isThere = (): void => {};
  const ready = new Promise<void>((resolve) => (isThere = resolve));
  const tell = (say: (to: LineListener) => void): void => {
    if (isClosed) return;
    if (listener) say(listener);
    else if (waiting.length < 100) waiting.push(say);
  };
  const stopWatching = watchFrame({
    page,
    origin,
    onPort: (port) => {
      if (isClosed) return;
      hasSpoken = true;
      worker.postMessage(null, [port]);
      isThere();
    },
    onExcess: () => tell((to) => to.flooded('It kept sending messages to the shell’s own window.')),
  });
  worker.addEventListener('message', ({ data: news }: MessageEvent<LineNews>) => {
    tell((to) => {
      if (news.kind === 'message') to.heard(JSON.parse(news.text));
      else if (news.kind === 'page') to.page(news);
      else if (news.kind === 'dropped') to.dropped(news.count, news.reason);
      else to.flooded(news.reason);
    });
  });
  // The first load after the page's message is our page's own; any further load means that another page replaced it.
  let loads = 0;
  const loaded = (): void => {
    if (hasSpoken) loads += 1;
    if (loads > 1) tell((to) => to.page({ sign: 'left', isConfirmed: false }));
  };
  page.addEventListener('load', loaded);
  return {
    ready,
    post: (message) => page.contentWindow?.postMessage(message, origin),
    listen: (next) => {
      listener = next;
      for (const say of waiting.splice(0)) say(next);
      return () => {
        if (listener === next) listener = undefined;
      };
    },
    close: () => {
      isClosed = true;
      page.removeEventListener('load', loaded);
      stopWatching();
      worker.terminate();
    },
  };
}
