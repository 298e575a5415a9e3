import { isMacBrowser, shellKeyOf, type ShellKey } from './shell-keys.ts';

/** The parts of its window that the waiting page uses. */
export type WaitingWindow = Pick<Window, 'parent' | 'document' | 'addEventListener' | 'navigator'> & {
  readonly console: Pick<Console, 'error'>;
};

/** Limits the rate: dragging or typing in a View would otherwise report a gesture for each event. */
const gestureIntervalMs = 200;

/** Enough to say why a View doesn't start. A View can report whatever it likes, so the shell shows it as the View's words. */
const mostErrors = 3;
const longestError = 300;

/**
 * The document that is in the View's frame until there is a View. Its first message from the proxy page holds the
 * View's HTML and a port; on the second it writes the HTML over itself.
 *
 * - `document.open` removes every listener of the window, this function's own included. The listeners for gestures are
 *   added after it and before the View's first byte, so they come first and the View can't remove them.
 * - The View can't reach the port: it is in this closure only, and its `postMessage` was bound before the View ran, so
 *   replacing `MessagePort.prototype.postMessage` intercepts nothing.
 * - Events that the View creates itself aren't gestures.
 * - The View's first errors are reported: uncaught ones, and those that it prints. If it never starts, they say why.
 * - The shell's keys are reported to it, and kept from the View. No other key is reported: the shell can't follow what
 *   is typed in a View.
 */
export function awaitView(window: WaitingWindow): void {
  const { document, parent } = window;
  let html: string | undefined;
  let say: (sign: 'beat' | 'escape' | 'gesture' | ShellKey | { readonly error: string }) => void;
  let lastGesture = 0;
  let errors = 0;
  const isMac = isMacBrowser(window.navigator);

  const observe = (event: Event): void => {
    if (!event.isTrusted) return;
    const shellKey = event.type === 'keydown' ? shellKeyOf(event as KeyboardEvent, isMac) : undefined;
    if (shellKey !== undefined) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!(event as KeyboardEvent).repeat) say(shellKey);
    } else if ((event as KeyboardEvent).key === 'Escape') {
      say('escape');
    } else if (event.timeStamp - lastGesture > gestureIntervalMs) {
      lastGesture = event.timeStamp;
      say('gesture');
    }
  };

  const failed = (...parts: readonly unknown[]): void => {
    const text = parts.map(textOf).join(' ').trim().slice(0, longestError);
    if (text === '' || errors >= mostErrors) return;
    errors += 1;
    say({ error: text });
  };

  const observeErrors = (): void => {
    window.addEventListener('error', (event) => failed(event.message), true);
    window.addEventListener('unhandledrejection', (event) => failed(event.reason), true);
    const { console } = window;
    const print = console.error;
    console.error = (...parts: unknown[]) => {
      failed(...parts);
      print.apply(console, parts);
    };
  };

  window.addEventListener('message', ({ source, data, ports: [port] }) => {
    if (source !== parent) return;
    if (html === undefined) {
      if (port === undefined) return;
      html = data as string;
      say = port.postMessage.bind(port);
      // The document answers for as long as it exists.
      port.addEventListener('message', () => say('beat'));
      port.start();
      return;
    }
    document.open();
    for (const name of ['pointerdown', 'pointerup', 'keydown']) window.addEventListener(name, observe, true);
    observeErrors();
    document.write(html);
    document.close();
  });
}

/** Only texts and errors: anything else would run code of the View to be read. */
function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  return part instanceof Error ? `${part.name}: ${part.message}` : '';
}
