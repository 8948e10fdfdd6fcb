import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Exporter } from '../exporter.js';

export const dve: Exporter = {
  name: 'dve',
  extension: '.dve',
  hasBits: true,
  summary: 'DiVinE models',
  run: () => unsupported('x'),
};
