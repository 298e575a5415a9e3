export interface PipPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Screen {
  readonly width: number;
  readonly height: number;
}

const margin = 16;
const least = { width: 240, height: 180 };

/** The initial place, away from where people write: the lower left corner, or the top where there isn't room beside. */
export function firstPlace(screen: Screen): PipPlace {
  const width = 400;
  const height = 320;
  const isNarrow = screen.width <= 860;
  const corner = isNarrow ? { x: margin, y: 64 } : { x: 84, y: screen.height - height - margin };
  return fitted({ ...corner, width, height: isNarrow ? 240 : height }, screen);
}

/** The place moved wholly onto the screen, and never too small to use. */
export function fitted(place: PipPlace, screen: Screen): PipPlace {
  const width = between(least.width, place.width, screen.width - 2 * margin);
  const height = between(least.height, place.height, screen.height - 2 * margin);
  return {
    width,
    height,
    x: between(0, place.x, screen.width - width),
    y: between(0, place.y, screen.height - height),
  };
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The effect of a key: arrows move it, with Shift they resize it. Undefined for other keys. */
export function moved(
  place: PipPlace,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): PipPlace | undefined {
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (!step) return undefined;
  const [x, y] = [step[0] * 24, step[1] * 24];
  return shiftKey
    ? { ...place, width: place.width + x, height: place.height + y }
    : { ...place, x: place.x + x, y: place.y + y };
}

function between(low: number, value: number, high: number): number {
  return Math.round(Math.max(low, Math.min(value, high)));
}
