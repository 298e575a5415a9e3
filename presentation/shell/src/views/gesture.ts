/** The evidence when a View asks for the screen. Times are in milliseconds before that moment. */
export interface GestureEvidence {
  /** The View's page observed a gesture in it. */
  readonly sinceSign: number;
  /** Whether the View can't have forged that sign: the browser confirmed it, or the View can't run code in its page. */
  readonly isCertain: boolean;
  /** The last gesture in the shell, or in another View. */
  readonly sinceElsewhere: number;
  /** Whether the browser had a recent gesture, in the shell or in any View. */
  readonly isActive: boolean;
  readonly hasFocus: boolean;
}

/** The time for which browsers treat a gesture as recent. */
const gestureLastsMs = 5000;

/**
 * Whether the user has just done something in that View; a number says in how many milliseconds that will be known.
 *
 * The shell sees no click in a frame of another origin. It sees that the frame has the focus, and that the browser had
 * a gesture somewhere in this tab. Unless it is certain where that was, it waits until no gesture elsewhere explains
 * it.
 */
export function isGesture(evidence: GestureEvidence): boolean | number {
  const { sinceSign, sinceElsewhere, isCertain, isActive, hasFocus } = evidence;
  if (!isActive || !hasFocus || sinceSign > gestureLastsMs || sinceElsewhere < sinceSign) return false;
  return isCertain || sinceElsewhere > gestureLastsMs ? true : gestureLastsMs - sinceElsewhere + 1;
}
