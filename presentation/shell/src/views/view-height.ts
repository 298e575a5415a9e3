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
const leastHeight = 48;

/** How tall a View is in a transcript, by what it reports, and the room that it is told it has. */
export class ViewHeight {
  readonly #ports: Ports;
  readonly #reports: SizeReports;
  #sizing: Sizing;
  #room: Room = { width: 600, maxHeight: 600 };

  constructor(ports: Ports) {
    const { view, environment } = ports;
    this.#ports = ports;
    this.#sizing = startSizing(environment.rememberedHeight(view) ?? heightAtFirst);
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

  /** Drops reports of a page that is gone. */
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
    if ('maxHeight' in this.#room)
      this.#take(resized(this.#sizing, height, this.#ports.environment.now(), this.#bounds()));
    return this.height !== before;
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
