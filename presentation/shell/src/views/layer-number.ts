/** A layer of the page as the style sheet numbers it. */
export function layerNumber(name: 'pip' | 'fullscreen'): number {
  return Number(getComputedStyle(document.documentElement).getPropertyValue(`--layer-${name}`)) || 500;
}
