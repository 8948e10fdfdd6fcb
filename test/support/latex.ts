import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tellSkipped } from './skipped.js';

/** Both the program and the package for rules are there. */
export const hasLatex =
  spawnSync('pdflatex', ['--version']).status === 0 && spawnSync('kpsewhich', ['booktabs.sty']).status === 0;
if (!hasLatex) tellSkipped('pdflatex with booktabs', 'tests that typeset tables');

/** What the name of a test says where it is skipped. */
export const latexNote = hasLatex ? '' : ' (skipped: no pdflatex here)';

/** What pdflatex says of a document with this body, and whether it made one. */
export function typeset(body: string): { readonly isMade: boolean; readonly log: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-latex-'));
  try {
    const packages = ['booktabs', 'longtable'].map((name) => `\\usepackage{${name}}`).join('\n');
    const document = `\\documentclass{article}\n${packages}\n\\begin{document}\n${body}\n\\end{document}\n`;
    writeFileSync(join(folder, 'table.tex'), document);
    const args = ['-interaction=nonstopmode', '-halt-on-error', 'table.tex'];
    const { status, stdout } = spawnSync('pdflatex', args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: 300_000,
    });
    return { isMade: status === 0, log: stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
