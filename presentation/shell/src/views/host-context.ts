import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import { currentTheme } from '../preferences/use-theme.ts';
import tokens from '../ui/tokens.css?raw';
import { displayModes, type DisplayMode } from './display-mode.ts';
import { readStyleVariables } from './style-variables.ts';

/** The room that a View has: as high as it wants up to `maxHeight`, or of one size. */
export type Room =
  | { readonly width: number; readonly maxHeight: number }
  | { readonly width: number; readonly height: number };

export interface ContextParts {
  readonly mode: DisplayMode;
  readonly room: Room;
  readonly toolInfo: McpUiHostContext['toolInfo'] | undefined;
}

/** Fonts that are installed; others could not be loaded under the policies of Views. */
const fonts = "@font-face{font-family:'Inter';src:local('Inter'),local('Inter Variable')}";

/** Everything that a View may know of where it is. */
export function hostContext({ mode, room, toolInfo }: ContextParts): McpUiHostContext {
  const isTouch = navigator.maxTouchPoints > 0;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    theme: currentTheme(),
    styles: { variables, css: { fonts } },
    displayMode: mode,
    availableDisplayModes: [...displayModes],
    containerDimensions: room,
    locale: navigator.language,
    ...(timeZone && { timeZone }),
    userAgent: `Loggia/0.1.0`,
    platform: isTouch && matchMedia('(pointer: coarse)').matches ? 'mobile' : 'web',
    deviceCapabilities: { touch: isTouch, hover: matchMedia('(hover: hover)').matches },
    safeAreaInsets: mode === 'fullscreen' ? safeArea() : noInsets,
    ...(toolInfo && { toolInfo }),
  };
}

const noInsets = { top: 0, right: 0, bottom: 0, left: 0 };

const variables = readStyleVariables(tokens);

/** Only styles can tell; the bar above a View in fullscreen already keeps off the top. */
function safeArea(): typeof noInsets {
  const probe = document.createElement('div');
  probe.className = 'view-safe-area';
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const side = (name: string): number => Math.round(Number.parseFloat(style.getPropertyValue(name)) || 0);
  const insets = {
    top: 0,
    right: side('padding-right'),
    bottom: side('padding-bottom'),
    left: side('padding-left'),
  };
  probe.remove();
  return insets;
}
