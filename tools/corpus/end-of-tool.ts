/** The exit code of a tool; where its options are none, it says so. */
export async function endOfTool(main: () => Promise<number>): Promise<number> {
  try {
    return await main();
  } catch (error) {
    if (!(error instanceof TypeError) || !isOfOptions(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

/** As `parseArgs` of Node throws it. */
const isOfOptions = (error: object): boolean =>
  'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
