import { writeSync } from 'node:fs';

/** Ends the output with the line `N passed, N failed` that scripts and CI read, after jest's own summary. */
export default class Tally {
  onRunComplete(_contexts, results) {
    const broken = results.testResults.filter((file) => file.testExecError !== undefined).length;
    const failed = results.numFailedTests + broken;
    const skipped = results.numPendingTests + results.numTodoTests;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    // Jest's summary comes after the reporters that a configuration names.
    process.once('exit', () => writeSync(1, `\n${results.numPassedTests} passed, ${failed} failed${tail}\n`));
  }
}
