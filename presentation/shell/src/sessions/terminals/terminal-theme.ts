import type { ITheme } from '@xterm/xterm';

const dark = ['#3b3631', '#f2777a', '#99cc99', '#f0c163', '#84bdf0', '#d2a8e8', '#66cccc', '#d9d3cb'];
const light = ['#26221e', '#b3261e', '#1c6b41', '#7f5300', '#175a94', '#7b3fa0', '#0f6a6a', '#5f574e'];

/** The colors of the shell, as they are at this element. The terminal keeps the contrast of the others by itself. */
export function themeAt(element: HTMLElement): ITheme {
  const at = getComputedStyle(element);
  const isDark = at.getPropertyValue('--is-dark').trim() === '1';
  const [black, red, green, yellow, blue, magenta, cyan, white] = isDark ? dark : light;
  return {
    background: at.backgroundColor,
    foreground: at.color,
    cursor: at.caretColor,
    cursorAccent: at.backgroundColor,
    selectionBackground: isDark ? '#6b645c99' : '#d9d3cb99',
    ...defined({ black, red, green, yellow, blue, magenta, cyan, white }),
    ...defined({ brightBlack: isDark ? '#978f85' : '#736a60', brightRed: red, brightGreen: green }),
    ...defined({ brightYellow: yellow, brightBlue: blue, brightMagenta: magenta, brightCyan: cyan }),
    brightWhite: isDark ? '#f0ece6' : '#26221e',
  };
}

function defined(colors: Readonly<Record<string, string | undefined>>): ITheme {
  return Object.fromEntries(Object.entries(colors).filter(([, color]) => color !== undefined));
}
