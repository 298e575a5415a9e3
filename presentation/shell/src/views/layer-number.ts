/** The number of a layer in the style sheet. */
export function layerNumber(name: 'pip' | 'fullscreen'): number {
  return Number(getComputedStyle(document.documentElement).getPropertyValue(`--layer-${name}`)) || 500;
}
