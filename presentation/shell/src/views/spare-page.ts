import { globalEnvironment } from '@loggia/client';
import type { OpenedSandbox } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { currentTheme } from '../preferences/use-theme.ts';
import { openLine } from './frame-line.ts';
import { toSandbox } from './gated-transport.ts';
import { readTemplate } from './template.ts';
import { ViewFrame } from './view-frame.ts';
import { discard, type PageNeed, type SparePage } from './waiting-page.ts';

/** Let the View that was just shown settle first. */
const prepareAfterMs = 400;
const loadWithinMs = 30_000;
/** An unused page wastes a process. */
const keepForMs = 10 * 60_000;

/**
 * Keeps one page loaded ahead of the Views: after one View, the next is likely to be of the same kind, and starting a
 * page on its own origin takes most of the time. Only our own code runs in a spare page; the View's HTML stays beside
 * it, as text, until the page becomes the View's.
 */
export class SparePages {
  readonly #host: ShellHost;
  readonly #layer: HTMLElement;
  #need: PageNeed | undefined;
  #page: Pick<SparePage, 'frame' | 'line'> | undefined;
  /** Set once its page is loaded and has the HTML. */
  #sandbox: OpenedSandbox | undefined;
  #stop = (): void => {};

  constructor(host: ShellHost, layer: HTMLElement) {
    this.#host = host;
    this.#layer = layer;
  }

  /** Announces that such a page will be needed. */
  expect(need: PageNeed): void {
    if (this.#need && isSame(this.#need, need)) return;
    this.clear();
    this.#need = need;
    this.#stop = globalEnvironment.after(prepareAfterMs, () => void this.#prepare(need));
  }

  /** The host decides whether it may still be used. */
  take(need: PageNeed): SparePage | undefined {
    const [page, sandbox] = [this.#page, this.#sandbox];
    if (!page || !sandbox || !this.#need || !isSame(this.#need, need)) return undefined;
    this.#page = undefined;
    this.clear();
    return { ...page, sandbox };
  }

  clear(): void {
    this.#stop();
    this.#stop = () => {};
    if (this.#page) discard(this.#page);
    this.#page = undefined;
    this.#sandbox = undefined;
    this.#need = undefined;
  }

  async #prepare(need: PageNeed): Promise<void> {
    const { channel: server, resourceUri } = need;
    try {
      const wanted = { server, resourceUri, shell: location.origin };
      const { sandbox } = await this.#host.ask('x-loggia/openSandbox', wanted);
      // Views that keep their origin could reach into all pages of it, including this unused one.
      if (this.#need !== need || sandbox.granted.domain !== undefined) return;
      const html = await readTemplate(this.#host, sandbox.template.hash);
      if (this.#need === need) this.#load(sandbox, html);
    } catch {
      // The View that needs the page will report the error.
      if (this.#need === need) this.clear();
    }
  }

  #load(sandbox: OpenedSandbox, html: string): void {
    const frame = new ViewFrame();
    const { page, element } = frame;
    const line = openLine(page, sandbox.origin);
    const own = { frame, line };
    this.#page = own;
    this.#stop = globalEnvironment.after(loadWithinMs, () => this.clear());
    const giveAhead = async (): Promise<void> => {
      await line.ready;
      if (this.#page !== own) return;
      this.#stop();
      line.post(toSandbox('resource-ahead', { html, colorScheme: currentTheme() }));
      this.#sandbox = sandbox;
      this.#stop = globalEnvironment.after(keepForMs, () => this.clear());
    };
    void giveAhead();
    // Invisible but rendered: browsers load a page that isn't rendered last.
    frame.isReady = false;
    element.style.cssText = 'visibility: visible; width: 1px; height: 1px';
    page.allow = sandbox.allow;
    page.src = sandbox.url;
    this.#layer.append(element);
    // The setting that most Views need, so that it rarely changes later.
    frame.passesOn = true;
  }
}

function isSame(one: PageNeed, other: PageNeed): boolean {
  return one.channel === other.channel && one.resourceUri === other.resourceUri;
}
