import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The Chromium of this machine; throws where there is none. */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(`There is no Chromium at ${executablePath}. Install it, or name one in CHROMIUM.`);
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--use-angle=swiftshader'] });
}
