/** Says on the terminal why tests are skipped: a suite that is skipped as a whole is only counted. */
export function tellSkipped(missing: string, what: string): void {
  process.stderr.write(`${missing} is missing: ${what} are skipped\n`);
}
