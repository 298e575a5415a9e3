import type { OpenedSandbox } from '@loggia/protocol';
import type { ViewServices } from './answers.ts';
import type { connectBridge } from './bridge.ts';
import type { FrameLine } from './frame-line.ts';
import type { hostContext } from './host-context.ts';
import type { StartMarks } from './start-marks.ts';
import type { StoppedViews } from './stopped-views.ts';
import type { ViewFrame } from './view-frame.ts';
import type { PageNeed, SparePage } from './waiting-page.ts';

/** What a View gets from the stage it is on. */
export interface StagePorts {
  /** Passes on scrolling that belongs to the elements around it. */
  readonly passOn: (by: number) => void;
  /** A page that waits for a View like this, if there is one. */
  readonly takePage: (need: PageNeed) => SparePage | undefined;
  /** Into the document, where it stays. */
  readonly put: (frame: HTMLElement) => void;
  /** Its page saw a gesture in it. */
  readonly noteGesture: () => void;
  /** Whether the user has just done something in it. */
  readonly hasGesture: (inner: OpenedSandbox['inner']) => Promise<boolean>;
}

/** The parts of the bridge that are loaded with the first View. */
export interface BridgeCode {
  readonly connectBridge: typeof connectBridge;
  readonly hostContext: typeof hostContext;
}

/** Everything that the models of a View need from the browser. */
export interface ViewEnvironment extends Pick<ViewServices, 'confirm' | 'openLink' | 'save'> {
  /** In milliseconds, from any beginning; never goes back. */
  now(): number;
  after(ms: number, run: () => void): () => void;
  /** Before the page is drawn next. */
  nextFrame(run: () => void): () => void;
  /** The origin of the shell. */
  origin(): string;
  windowHeight(): number;
  isHidden(): boolean;
  theme(): 'light' | 'dark';
  onThemeChange(listener: () => void): () => void;
  loadBridge(): Promise<BridgeCode>;
  newFrame(): ViewFrame;
  openLine(page: HTMLIFrameElement, origin: string): FrameLine;
  rememberedHeight(view: string): number | undefined;
  rememberHeight(view: string, height: number): void;
  readonly startMarks: Pick<StartMarks, 'begin' | 'end' | 'forget' | 'isSuspect'>;
  readonly stoppedViews: Pick<StoppedViews, 'reasonFor' | 'release' | 'stop'>;
}
