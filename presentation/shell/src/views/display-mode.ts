export type DisplayMode = 'inline' | 'pip' | 'fullscreen';
export const displayModes: readonly DisplayMode[] = ['inline', 'fullscreen', 'pip'];

/** The modes of ours that a View says it can be shown in; every View can be shown in its place. */
export function declaredModes(appCapabilities: unknown): readonly DisplayMode[] {
  const { availableDisplayModes: declared } = (appCapabilities ?? {}) as {
    readonly availableDisplayModes?: unknown;
  };
  return displayModes.filter(
    (mode) => mode === 'inline' || (Array.isArray(declared) && declared.includes(mode)),
  );
}

/** The mode that a request leads to: the wanted one where the View declared it and we have it, else the current one. */
export function resultingMode(
  wanted: unknown,
  current: DisplayMode,
  declared: readonly DisplayMode[],
): DisplayMode {
  return declared.find((mode) => mode === wanted) ?? current;
}
