import { discharge } from './discharge.js';
import { solversHere, solversMissing } from './smt-solvers.js';

/** Asks every solver that is here about the folders that `--emit-smt2` has written. */
const secondsPerFile = 60;

const folders = process.argv.slice(2);
if (folders.length === 0)
  process.stderr.write('npm run discharge -- FOLDER...: what --emit-smt2 has written\n');
for (const name of solversMissing()) process.stderr.write(`${name} is not installed\n`);
let failures = folders.length === 0 ? 1 : 0;
for (const folder of folders) {
  for (const solver of solversHere()) {
    const { files, wrong } = await discharge(folder, solver, secondsPerFile);
    failures += wrong.length;
    process.stdout.write(`${folder}: ${solver.name}: ${files - wrong.length} of ${files} as expected\n`);
    for (const { file, says, answer } of wrong) process.stdout.write(`  ${file}: ${answer}: ${says}\n`);
  }
}
process.exitCode = failures === 0 ? 0 : 1;
