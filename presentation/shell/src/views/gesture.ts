/** The evidence when a View asks for the screen. Times are in milliseconds before that moment. */
export interface GestureEvidence {
  /** The page of the View observed a gesture in it. A View with an origin may have said so itself. */
  readonly sinceSign: number;
  /** The last gesture that was seen in the shell, or in another View. */
  readonly sinceElsewhere: number;
  /** Whether the browser has had a gesture lately, in the shell or in any View. */
  readonly isActive: boolean;
  readonly hasFocus: boolean;
  readonly inner: 'opaque' | 'same-origin';
}

/** For how long browsers take a gesture for recent. */
const gestureLastsMs = 5000;

/**
 * Whether the user has just done something in that View; a number says after how many milliseconds it will be known.
 *
 * The shell sees no click in a frame of another origin. It sees that the frame has the focus and that the browser has
 * had a gesture somewhere in this tab. If there was none elsewhere that could account for it, it was in the View. A
 * View without an origin can't forge the sign of its page, so there is no need to wait.
 */
export function isGesture(evidence: GestureEvidence): boolean | number {
  const { sinceSign, sinceElsewhere, isActive, hasFocus, inner } = evidence;
  if (!isActive || !hasFocus || sinceSign > gestureLastsMs || sinceElsewhere < sinceSign) return false;
  return inner === 'opaque' || sinceElsewhere > gestureLastsMs ? true : gestureLastsMs - sinceElsewhere + 1;
}
