import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * The Chromium of this machine; throws where there is none. It draws without a graphics card: to imitate one takes more
 * than a processor, which every page on screen would have to share with what is measured.
 */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(`There is no Chromium at ${executablePath}. Install it, or name one in CHROMIUM.`);
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}
