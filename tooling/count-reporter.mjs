// A Vitest reporter that writes the counts of a run to a file. A file that doesn't load and an error outside any test
// each count as a failure.

import fs from 'node:fs';

/** @typedef {import('vitest/node').Reporter} Reporter */

/** @implements {Reporter} */
export default class CountReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, inBrowser: 0 };
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' && module.project.name === 'browser') counts.inBrowser += 1;
        if (state === 'passed') counts.passed += 1;
        else if (state === 'failed') failedHere += 1;
        else counts.skipped += 1;
      }
      counts.failed += failedHere === 0 && module.state() === 'failed' ? 1 : failedHere;
    }
    const file = process.env['LOGGIA_TEST_COUNTS'];
    if (file !== undefined) fs.writeFileSync(file, JSON.stringify(counts));
  }
}
