import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import { currentTheme } from '../preferences/use-theme.ts';
import tokens from '../ui/tokens.css?raw';
import { displayModes, type DisplayMode } from './display-mode.ts';
import type { ArtifactRevision } from './subject.ts';
import { readStyleVariables } from './style-variables.ts';

/** The room for a View: flexible up to `maxHeight`, or fixed. */
export type Room =
  | { readonly width: number; readonly maxHeight: number }
  | { readonly width: number; readonly height: number };

export interface ContextParts {
  readonly mode: DisplayMode;
  readonly room: Room;
  readonly toolInfo: McpUiHostContext['toolInfo'] | undefined;
  readonly artifact: ArtifactRevision | undefined;
}

/** Installed fonts; the policies of Views don't allow loading others. */
const fonts = "@font-face{font-family:'Inter';src:local('Inter'),local('Inter Variable')}";

/** Everything that a View may know about its surroundings. */
export function hostContext({ mode, room, toolInfo, artifact }: ContextParts): McpUiHostContext {
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
    // Our addition to MCP Apps: it tells a View to reload what somebody else has changed.
    ...(artifact && { 'loggia/artifact': artifact }),
  };
}

const noInsets = { top: 0, right: 0, bottom: 0, left: 0 };

const variables = readStyleVariables(tokens);

/** Only CSS knows the insets; in full screen, the bar above a View already covers the top one. */
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
