import type { Room } from './host-context.ts';
import { SizeReports } from './size-reports.ts';
import { refitted, resized, startSizing, type Bounds, type Sizing } from './sizing.ts';
import type { ViewEnvironment } from './view-environment.ts';

interface Ports {
  readonly view: string;
  readonly environment: Pick<
    ViewEnvironment,
    'after' | 'nextFrame' | 'now' | 'rememberedHeight' | 'rememberHeight' | 'windowHeight'
  >;
  onChange(height: number): void;
}

const heightAtFirst = 240;
/** For Views that measure the height they are given instead of their content, or report none. */
const usefulHeight = 480;
const reportsWithinMs = 1000;
const leastHeight = 48;

/** The height of a View in a transcript, from its reports, and the room that it is told it has. */
export class ViewHeight {
  readonly #ports: Ports;
  readonly #reports: SizeReports;
  #sizing: Sizing;
  /** Whether the height is still ours: the View has reported none that differs from it. */
  #isOurs: boolean;
  #room: Room = { width: 600, maxHeight: 600 };

  constructor(ports: Ports) {
    const { view, environment } = ports;
    this.#ports = ports;
    const remembered = environment.rememberedHeight(view);
    this.#isOurs = remembered === undefined;
    this.#sizing = startSizing(remembered ?? heightAtFirst);
    this.#reports = new SizeReports({
      now: environment.now,
      nextFrame: environment.nextFrame,
      after: environment.after,
      apply: (height) => this.#apply(height),
    });
  }

  get height(): number {
    return this.#sizing.height;
  }

  get room(): Room {
    return this.#room;
  }

  report(height: number): void {
    this.#reports.report(height);
  }

  /** The View is ready; from now on it reports its height, unless it never does. */
  begin(): void {
    this.#ports.environment.after(reportsWithinMs, () => this.#beUseful());
  }

  /** Drops the reports of a removed page. */
  clear(): void {
    this.#reports.clear();
  }

  isIn(room: Room): boolean {
    return JSON.stringify(room) === JSON.stringify(this.#room);
  }

  setRoom(room: Room): void {
    this.#room = room;
    if ('maxHeight' in room) this.#take(refitted(this.#sizing, this.#bounds()));
  }

  roomIn(kind: 'inline' | 'fixed', width: number, height: number): Room {
    return kind === 'inline' ? { width, maxHeight: this.#bounds().most } : { width, height };
  }

  #apply(height: number): boolean {
    const before = this.height;
    if (this.#isOurs && Math.abs(height - heightAtFirst) <= 3) this.#beUseful();
    else if ('maxHeight' in this.#room) {
      this.#isOurs = false;
      this.#take(resized(this.#sizing, height, this.#ports.environment.now(), this.#bounds()));
    }
    return this.height !== before;
  }

  /** A View whose content really is that tall reports so again, and gets it. */
  #beUseful(): void {
    if (!this.#isOurs || !('maxHeight' in this.#room)) return;
    this.#isOurs = false;
    this.#take(startSizing(Math.min(usefulHeight, this.#bounds().most)));
  }

  #take(sizing: Sizing): void {
    const before = this.height;
    this.#sizing = sizing;
    if (sizing.height === before) return;
    const { view, environment, onChange } = this.#ports;
    environment.rememberHeight(view, sizing.height);
    onChange(sizing.height);
  }

  #bounds(): Bounds {
    const most = Math.max(240, Math.round(this.#ports.environment.windowHeight() * 0.8));
    return { least: leastHeight, most };
  }
}
