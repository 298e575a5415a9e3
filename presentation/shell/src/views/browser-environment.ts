import { globalEnvironment } from '@loggia/client';
import { currentTheme, onThemeChange } from '../preferences/use-theme.ts';
import { confirm } from '../ui/question-queue.ts';
import { openLine } from './frame-line.ts';
import { rememberedHeight, rememberHeight } from './heights.ts';
import { openPage, saveFile } from './page-effects.ts';
import { StartMarks } from './start-marks.ts';
import { StoppedViews } from './stopped-views.ts';
import type { ViewEnvironment } from './view-environment.ts';
import { ViewFrame } from './view-frame.ts';
import { WithheldTools } from './withheld-tools.ts';

export const startMarks = new StartMarks({
  storage: localStorage,
  now: Date.now,
  after: globalEnvironment.after,
});

/** The browser that the shell runs in. */
export const browserEnvironment: ViewEnvironment = {
  now: () => performance.now(),
  after: globalEnvironment.after,
  nextFrame: (run) => {
    const frame = requestAnimationFrame(run);
    return () => cancelAnimationFrame(frame);
  },
  origin: () => location.origin,
  windowHeight: () => window.innerHeight,
  isHidden: () => document.hidden,
  theme: currentTheme,
  onThemeChange,
  // Large, and not needed before the first View.
  loadBridge: async () => ({ ...(await import('./bridge.ts')), ...(await import('./host-context.ts')) }),
  newFrame: () => new ViewFrame(),
  openLine,
  rememberedHeight,
  rememberHeight,
  startMarks,
  withheldTools: new WithheldTools(localStorage),
  stoppedViews: new StoppedViews(localStorage),
  confirm,
  openLink: openPage,
  save: saveFile,
};
