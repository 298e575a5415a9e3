export type DisplayMode = 'inline' | 'pip' | 'fullscreen';
export const displayModes: readonly DisplayMode[] = ['inline', 'fullscreen', 'pip'];

/** The supported modes of a View: those that it declares, or all if it declares none. Every View supports `inline`. */
export function declaredModes(appCapabilities: unknown): readonly DisplayMode[] {
  const { availableDisplayModes: declared } = (appCapabilities ?? {}) as {
    readonly availableDisplayModes?: unknown;
  };
  if (declared === undefined) return displayModes;
  return displayModes.filter(
    (mode) => mode === 'inline' || (Array.isArray(declared) && declared.includes(mode)),
  );
}

/**
 * The resulting mode of a request: the wanted one if the View and the shell support it, else the current
 * one.
 */
export function resultingMode(
  wanted: unknown,
  current: DisplayMode,
  declared: readonly DisplayMode[],
): DisplayMode {
  return declared.find((mode) => mode === wanted) ?? current;
}
