import type { OpenedSandbox } from '@loggia/protocol';
import type { FrameLine } from './frame-line.ts';
import type { ViewFrame } from './view-frame.ts';

/** A page that waits for its View, and holds the View's HTML as text. */
export interface SparePage {
  readonly frame: ViewFrame;
  readonly line: FrameLine;
  readonly sandbox: OpenedSandbox;
}

/** The kind of page that a View needs. */
export interface PageNeed {
  readonly channel: string;
  readonly resourceUri: string;
}

export function discard({ frame, line }: Pick<SparePage, 'frame' | 'line'>): void {
  line.close();
  frame.element.remove();
}
