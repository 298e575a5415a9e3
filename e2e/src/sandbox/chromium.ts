import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Why there is no browser to test with; undefined where there is one. */
export const noChromium: string | undefined = existsSync(executablePath)
  ? undefined
  : `there is no Chromium at ${executablePath}; name one in CHROMIUM`;

/** `name` is one more under which this machine is found. */
export function launchChromium(name?: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      ...(name === undefined ? [] : [`--host-resolver-rules=MAP ${name} 127.0.0.1`]),
    ],
  });
}
