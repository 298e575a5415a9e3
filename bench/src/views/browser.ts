import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * The Chromium of this machine; throws if there is none. It draws without a graphics card: emulating one takes more
 * than a processor, which every page on screen would share with what is measured.
 */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(`There is no Chromium at ${executablePath}. Install it, or name one in CHROMIUM.`);
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}
