import type { Exporter } from './exporter.js';
import { fpExporter } from './fp.js';

/** The targets of `transform --to`: a new one is its file or folder and a line here. */
export const exporters: readonly Exporter[] = [fpExporter];
