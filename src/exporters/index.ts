import { c } from './c/c.js';
import { cub } from './cub/cub.js';
import { dot } from './dot.js';
import { dve } from './dve/dve.js';
import type { Exporter } from './exporter.js';
import { fpExporter } from './fp.js';
import { promela } from './promela/promela.js';

/** The targets of `transform --to`: a new one is its file or folder and a line here. */
export const exporters: readonly Exporter[] = [fpExporter, promela, c, cub, dve, dot];
