import type { ViewServices } from './answers.ts';
import type { connectBridge } from './bridge.ts';
import type { FrameLine } from './frame-line.ts';
import type { hostContext } from './host-context.ts';
import type { StartMarks } from './start-marks.ts';
import type { StoppedViews } from './stopped-views.ts';
import type { ViewFrame } from './view-frame.ts';
import type { ViewKey } from './view-keys.ts';
import type { WithheldTools } from './withheld-tools.ts';
import type { PageNeed, SparePage } from './waiting-page.ts';

/** The services that a View gets from its stage. */
export interface StagePorts {
  /** Passes on scrolling that belongs to the elements around it. */
  readonly passOn: (by: number) => void;
  /** A spare page for such a View, if there is one. */
  readonly takePage: (need: PageNeed) => SparePage | undefined;
  /** Adds the frame to the document, where it stays. */
  readonly put: (frame: HTMLElement) => void;
  /** Its page observed a gesture in it. `isCertain`: the View can't have forged that. */
  readonly noteGesture: (isCertain: boolean) => void;
  /** Its page reports that a key of the shell was pressed in it. */
  readonly pressed: (key: ViewKey) => void;
  /** Whether the user has just done something in it. */
  readonly hasGesture: () => Promise<boolean>;
}

/** The parts of the bridge that are loaded with the first View. */
export interface BridgeCode {
  readonly connectBridge: typeof connectBridge;
  readonly hostContext: typeof hostContext;
}

/** Everything that the models of a View need from the browser. */
export interface ViewEnvironment extends Pick<ViewServices, 'confirm' | 'openLink' | 'save'> {
  /** In milliseconds since any fixed time; never goes back. */
  now(): number;
  after(ms: number, run: () => void): () => void;
  /** Before the next paint. */
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
  readonly withheldTools: Pick<WithheldTools, 'includes' | 'set'>;
  readonly stoppedViews: Pick<StoppedViews, 'reasonFor' | 'release' | 'stop'>;
}
