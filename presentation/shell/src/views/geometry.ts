export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The position of a frame and its visible part. */
export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** A `clip-path`; `none` where all of it is visible. */
  readonly clip: string;
  readonly isSeen: boolean;
}

/**
 * The placement over a slot, clipped by everything that scrolls around it, with holes for elements that float over it.
 * In whole pixels, because a page between two pixels is blurred.
 */
export function placeOver(
  slot: Rectangle,
  around: readonly Rectangle[],
  floating: readonly Rectangle[] = [],
): Placement {
  const left = Math.round(slot.left);
  const top = Math.round(slot.top);
  const width = Math.max(0, Math.round(slot.right) - left);
  const height = Math.max(0, Math.round(slot.bottom) - top);
  const cut = {
    top: most(around.map((other) => other.top - top)),
    right: most(around.map((other) => left + width - other.right)),
    bottom: most(around.map((other) => top + height - other.bottom)),
    left: most(around.map((other) => other.left - left)),
  };
  const isSeen = width > 0 && height > 0 && cut.top + cut.bottom < height && cut.left + cut.right < width;
  const seen = { left: cut.left, top: cut.top, right: width - cut.right, bottom: height - cut.bottom };
  const holes = floating
    .map((other) => shared(seen, moved(other, -left, -top)))
    .filter(({ left: from, top: over, right, bottom }) => from < right && over < bottom);
  const sides = [cut.top, cut.right, cut.bottom, cut.left];
  const isCut = isSeen && sides.some((side) => side > 0);
  const clip =
    !isSeen || holes.length === 0
      ? isCut
        ? `inset(${sides.join('px ')}px)`
        : 'none'
      : pathOf([seen, ...holes]);
  return { left, top, width, height, clip, isSeen };
}

export function isSamePlace(one: Placement, other: Placement): boolean {
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.width === other.width &&
    one.height === other.height &&
    one.clip === other.clip &&
    one.isSeen === other.isSeen
  );
}

/** The first box without the parts that the others cover. */
function pathOf(boxes: readonly Rectangle[]): string {
  const lines = boxes.map(({ left, top, right, bottom }) => `M${left} ${top}H${right}V${bottom}H${left}Z`);
  return `path(evenodd, "${lines.join('')}")`;
}

function shared(one: Rectangle, other: Rectangle): Rectangle {
  return {
    left: Math.max(one.left, Math.floor(other.left)),
    top: Math.max(one.top, Math.floor(other.top)),
    right: Math.min(one.right, Math.ceil(other.right)),
    bottom: Math.min(one.bottom, Math.ceil(other.bottom)),
  };
}

function moved({ left, top, right, bottom }: Rectangle, x: number, y: number): Rectangle {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

function most(lengths: readonly number[]): number {
  return Math.max(0, ...lengths.map(Math.ceil));
}
