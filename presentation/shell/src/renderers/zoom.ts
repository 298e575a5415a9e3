/** How a picture lies in its frame: its middle away from the frame's, and how large. */
export interface Placement {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const least = 0.02;
const most = 40;

/** As large as the frame allows, and no larger than it is. */
export function fitting(picture: Size, frame: Size): Placement {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height, 1);
  return { scale: Number.isFinite(scale) && scale > 0 ? scale : 1, x: 0, y: 0 };
}

/** Larger or smaller by a factor; the point under the cursor, seen from the frame's middle, stays under it. */
export function zoomed(
  { scale, x, y }: Placement,
  factor: number,
  at: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): Placement {
  const next = Math.min(most, Math.max(least, scale * factor));
  const ratio = next / scale;
  return { scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
}

/** Moved, though never out of sight: the picture covers the middle of the frame or fits inside it. */
export function moved(
  placement: Placement,
  by: { readonly x: number; readonly y: number },
  picture: Size,
): Placement {
  const bounded = (value: number, size: number): number => {
    const reach = (size * placement.scale) / 2;
    return Math.min(reach, Math.max(-reach, value));
  };
  return {
    scale: placement.scale,
    x: bounded(placement.x + by.x, picture.width),
    y: bounded(placement.y + by.y, picture.height),
  };
}
